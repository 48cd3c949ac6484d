import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFiles } from '../../src/write-files.ts';
import { renderedSite } from './rendered-site.ts';

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
