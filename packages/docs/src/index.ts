/** The documentation portal: static files, and a small server for them. */
export { type RunningDocs, type ServeOptions, serveDocs } from './serve-docs.ts';
