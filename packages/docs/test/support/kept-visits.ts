import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashOf } from '@cascade/repository/test-kit/proofs';
import type { Browser } from 'playwright-core';
import type { Use, Visit } from './visit.ts';

/** What was found on a page; `use` if larger screens, axe and the keyboard were tried. */
export interface Found {
  readonly visit: Visit;
  readonly use?: Use;
}

/** What visits of earlier runs found. */
export interface KeptVisits {
  /** What a visit of this page would find; absent if the page, or what visits it, has changed since. */
  find(name: string, hasUse: boolean): Found | undefined;
  /** Keeps a visit that found no fault: a fault is looked for anew in each run. */
  keep(name: string, found: Found): void;
}

/** Where a clone keeps what it can make again. */
const ourFolder = fileURLToPath(new URL('../../node_modules/.cache/visits', import.meta.url));

/**
 * A page loads only the scripts of the search beside what it has in it, and is visited offline: what a visit
 * finds depends on these files, on the browser and on the programs here. A change of one package changes few
 * pages, and the visits take most of the time of these tests.
 */
export function keptVisits(
  files: ReadonlyMap<string, string>,
  browser: Browser,
  folder: string = ourFolder,
): KeptVisits {
  const scripts = [...files].filter(([name]) => name.endsWith('.js')).flat();
  const common = hashOf([browser.version(), ...programs(), ...scripts]);
  const keyOf = (name: string) => hashOf([common, files.get(name) ?? '']);
  const pathOf = (name: string) => join(folder, `${name}.json`);
  return {
    find(name, hasUse) {
      const kept = read(pathOf(name));
      if (kept?.key !== keyOf(name)) return undefined;
      return hasUse && kept.found.use === undefined ? undefined : kept.found;
    },
    keep(name, found) {
      if (isFaulty(found)) return;
      mkdirSync(dirname(pathOf(name)), { recursive: true });
      writeFileSync(pathOf(name), JSON.stringify({ key: keyOf(name), found }));
    },
  };
}

function isFaulty({ visit, use }: Found): boolean {
  const isGood = visit.title !== '' && visit.outside.length + visit.faults.length === 0 && visit.excess <= 0;
  return !isGood || (use !== undefined && isFaultyUse(use));
}

function isFaultyUse({ excess, violations, stops }: Use): boolean {
  const [first] = stops;
  const isSkippable = first?.name.startsWith('Skip to') === true && stops.length > 10;
  return excess > 0 || violations.length > 0 || !isSkippable || stops.some(({ isMarked }) => !isMarked);
}

/** What visits a page, in the versions that are here. */
function programs(): readonly string[] {
  const here = fileURLToPath(new URL('.', import.meta.url));
  const sources = globSync('*.ts', { cwd: here }).toSorted();
  const resolve = createRequire(import.meta.url).resolve;
  const packages = ['axe-core/package.json', 'playwright-core/package.json'].map((path) => resolve(path));
  return [...sources.map((name) => join(here, name)), ...packages].map((path) => readFileSync(path, 'utf8'));
}

function read(path: string): { readonly key: string; readonly found: Found } | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // None is kept, or another run is writing it.
    return undefined;
  }
}
