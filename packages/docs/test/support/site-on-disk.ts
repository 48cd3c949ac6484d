import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderSite } from '../../src/site.ts';
import { writeFiles } from '../../src/write-files.ts';

/** The built site in a temporary folder. */
export interface SiteOnDisk {
  readonly folder: string;
  /** The file names of its pages. */
  readonly pages: readonly string[];
  readonly files: ReadonlyMap<string, string>;
  remove(): Promise<void>;
}

/** Test files share it if a worker runs them one after another. */
let rendered: ReturnType<typeof renderSite> | undefined;

/** Writes the site, which is rendered once, into a temporary folder. */
export async function writeSite(): Promise<SiteOnDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-site-'));
  rendered ??= renderSite();
  const files = await rendered;
  await writeFiles(folder, files);
  return {
    folder,
    pages: [...files.keys()].filter((name) => name.endsWith('.html')),
    files,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
