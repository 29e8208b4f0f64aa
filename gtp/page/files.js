/* What the page that `dihedra page` serves has in place of the engine's files: the server. */
const relay = new Relay(location.search.slice(1));
const files = {relay, worker: async () => relay, wasm: async () => undefined, network: async () => ''};
