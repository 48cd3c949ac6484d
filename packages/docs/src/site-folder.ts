import { fileURLToPath } from 'node:url';

/** Where the built site lies. */
export const siteFolder = fileURLToPath(new URL('../dist', import.meta.url));
