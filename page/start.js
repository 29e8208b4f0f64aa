/* The last script of the page; page/build puts `files` before it, which gives the engine. */
new App(typeof files === 'undefined' ? null : files, data);
