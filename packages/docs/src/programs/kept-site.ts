import { fileURLToPath } from 'node:url';
import { repositoryRoot } from '@cascade/contract';
import type { SiteForPrograms } from '../site.ts';
import { keepWhileUnchanged } from './keep-while-unchanged.ts';

const kept = fileURLToPath(new URL('../../node_modules/.cache/site', import.meta.url));

/** The site as programs read it. To render it takes seconds, so it is kept until a file of the repository changes. */
export function readKeptSite(): Promise<SiteForPrograms> {
  return keepWhileUnchanged({ folder: repositoryRoot, kept }, async () => {
    // Imported here so that what is kept is read without loading what renders.
    const { readForPrograms } = await import('../site.ts');
    return readForPrograms();
  });
}
