import { fileURLToPath } from 'node:url';

/** The folder that holds spec/, packages/ and tools/, without a slash at its end. */
export const repositoryRoot = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
