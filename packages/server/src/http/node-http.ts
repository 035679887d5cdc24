// Node's HTTP server, without what an `import` of node:http loads besides: the import reads every export, and three of them
// load Node's client with fetch and WebSocket. That takes some 40 ms, and a server needs none of it.

export const { createServer, METHODS, ServerResponse, STATUS_CODES } = process.getBuiltinModule('node:http');
