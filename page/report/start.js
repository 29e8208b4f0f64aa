pages[data.kind]();
