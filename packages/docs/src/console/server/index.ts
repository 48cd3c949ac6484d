/** What the console needs of the server that the docs come from. */
export { type ConsoleServer, createConsoleServer } from './console-server.ts';
export { isLoopback, parseTarget } from './target.ts';
