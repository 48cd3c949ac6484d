import { fileURLToPath } from 'node:url';

/** The folder of the built site. */
export const siteFolder = fileURLToPath(new URL('../dist', import.meta.url));
