import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readText } from '@cascade/contract';
import type { Html } from '../html.ts';
import { parseGuide } from './parse-guide.ts';
import { renderGuide } from './render-guide.ts';

/** A rendered guide. */
export interface Guide {
  readonly slug: string;
  readonly title: string;
  /** One sentence: what the reader can do afterwards. */
  readonly lead: string;
  readonly body: Html;
}

/**
 * The folder of the guides. `3-receive-callbacks.md` is the third one and has the slug `receive-callbacks`.
 */
export const guidesFolder = fileURLToPath(new URL('../../guides', import.meta.url));

/** The files of the guides, in reading order. */
export function guideFiles(): readonly string[] {
  return readdirSync(guidesFolder)
    .filter((name) => /^\d-[\w-]+\.md$/.test(name))
    .toSorted();
}

/** All guides, rendered. */
export function loadGuides(): readonly Guide[] {
  return guideFiles().map((file) => {
    const guide = parseGuide(readText(guidesFolder, file));
    return { slug: slugOf(file), title: guide.title, lead: guide.lead, body: renderGuide(guide) };
  });
}

function slugOf(file: string): string {
  return file.slice(2, -'.md'.length);
}
