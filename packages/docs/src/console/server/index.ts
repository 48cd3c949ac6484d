/** The console's part of the docs server. */
export { type ConsoleServer, createConsoleServer } from './console-server.ts';
export { isLoopback, parseTarget } from './target.ts';
