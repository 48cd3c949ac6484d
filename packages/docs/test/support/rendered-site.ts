import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderSite } from '../../src/site.ts';
import { writeFiles } from '../../src/site-folder.ts';

let rendered: ReturnType<typeof renderSite> | undefined;

/** The files of the site. They are rendered once for all test files that a worker runs. */
export function renderedSite(): ReturnType<typeof renderSite> {
  rendered ??= renderSite();
  return rendered;
}

/** The built site in a temporary folder. */
export interface SiteOnDisk {
  readonly folder: string;
  /** The file names of its pages. */
  readonly pages: readonly string[];
  readonly files: ReadonlyMap<string, string>;
  remove(): Promise<void>;
}

/** Writes the site into a temporary folder. */
export async function writeSite(): Promise<SiteOnDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-site-'));
  const files = await renderedSite();
  await writeFiles(folder, files);
  return {
    folder,
    pages: [...files.keys()].filter((name) => name.endsWith('.html')),
    files,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
