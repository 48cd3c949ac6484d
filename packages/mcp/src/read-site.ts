import { fileURLToPath } from 'node:url';
import type { SiteForPrograms } from '@cascade/docs/site';
import { keepWhileUnchanged } from './keep-while-unchanged.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const kept = fileURLToPath(new URL('../node_modules/.cache/site', import.meta.url));

/** The pages of the portal and the index of its search: to render them takes seconds, so they are kept. */
export function readSite(): Promise<SiteForPrograms> {
  return keepWhileUnchanged({ folder: repository, kept }, async () => {
    const { readForPrograms } = await import('@cascade/docs/site');
    return readForPrograms();
  });
}
