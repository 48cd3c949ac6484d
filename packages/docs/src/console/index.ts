/** The console: a page that sends requests, with its script and styles. Its server part is in `server/`. */
export { type ConsoleParts, consoleParts } from './bundle.ts';
export { consolePage } from './page.ts';
