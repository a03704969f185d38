import process from 'node:process';

/**
 * `node:http` without its namespace: an `import` of it also loads the clients of fetch and WebSocket, which costs a
 * process 12 MB and 30 ms, and the server uses neither.
 */
export const { createServer: createHttpServer, request: httpRequest } = process.getBuiltinModule('node:http');
