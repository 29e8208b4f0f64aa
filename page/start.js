/* The last script of the page: engineParts, which page/build puts before it, gives {worker, wasm, network} of the engine. */
new App(engineParts);
