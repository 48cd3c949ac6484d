/** The console: a page that sends requests, its script and its styles. What it needs of the server is in `server/`. */
export { consoleFiles } from './bundle.ts';
export { consolePage } from './page.ts';
