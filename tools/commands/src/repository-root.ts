import { fileURLToPath } from 'node:url';

/** The folder that holds package.json, spec/ and packages/. */
export const repositoryRoot = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
