import type { SiteForPrograms } from '@cascade/docs/site';

/** The pages of the portal and the index of its search. */
export async function readSite(): Promise<SiteForPrograms> {
  const { readKeptSite } = await import('@cascade/docs/kept-site');
  return readKeptSite();
}
