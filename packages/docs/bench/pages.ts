import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { launch } from '@cascade/test-kit/browser';
import { serveDocs } from '../src/serve-docs.ts';
import { writeSite } from '../test/support/site-on-disk.ts';
import { networks } from './networks.ts';
import { type Opening, openingOf } from './opening.ts';
import { type Searching, searchingOn } from './searching.ts';

/**
 * Measures when pages are readable and can be used over Fast 3G with an empty cache, served by `cascade-docs`: one page
 * of each kind, and when a search has its first result. Target: below 1 s. Chromium emulates the network over loopback; each page has its own context.
 */
const pages = [
  'index.html',
  'operations/scheduleMessage.html',
  'callback.html',
  'codes/matched-template-not-found.html',
  'reasons/daily-rate-limit.html',
  'catalogue.html',
  'assumptions.html',
  'changelog.html',
  'clauses/7.1.html',
  'receive-callbacks.html',
  'console.html',
];
const runs = 7;
const results = fileURLToPath(new URL('../results/', import.meta.url));

const site = await writeSite();
const docs = await serveDocs({ port: 0, folder: site.folder });
const browser = await launch();
try {
  const [strictest] = networks;
  await openingOf(browser, docs.url, { ...strictest, latencyMilliseconds: 0 });
  const measured: Record<string, unknown> = {};
  for (const network of networks) {
    const figures: Record<string, unknown> = {};
    for (const page of pages) {
      const openings: Opening[] = [];
      for (let run = 0; run < runs; run++)
        openings.push(await openingOf(browser, `${docs.url}/${page}`, network));
      const readable = spread(openings.map((one) => one.readable));
      const usable = spread(openings.map((one) => one.usable));
      const kilobytes = Math.max(...openings.map((one) => one.bytes)) / 1_000;
      figures[page] = { kilobytes: Number(kilobytes.toFixed(1)), readable, usable };
      process.stdout.write(
        `${network.name}: ${page} ${kilobytes.toFixed(1)} kB, readable ${readable.median} ms, usable ${usable.median} ms\n`,
      );
    }
    const searches: Searching[] = [];
    for (let run = 0; run < runs; run++) searches.push(await searchingOn(browser, docs.url, network));
    const search = {
      first: spread(searches.map(({ first }) => first)),
      again: spread(searches.map(({ again }) => again)),
    };
    process.stdout.write(
      `${network.name}: first result of a search ${search.first.median} ms, later ${search.again.median} ms\n`,
    );
    measured[network.name] = { says: network.says, pages: figures, search };
  }
  await mkdir(results, { recursive: true });
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version };
  const result = { runs, unit: 'ms', browser: `Chromium ${browser.version()}`, machine, networks: measured };
  await writeFile(`${results}pages.json`, `${JSON.stringify(result, null, 2)}\n`);
} finally {
  await browser.close();
  await docs.close();
  await site.remove();
}

function spread(figures: readonly number[]): { median: number; worst: number } {
  const sorted = figures.toSorted((a, b) => a - b).map(Math.round);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, worst: sorted.at(-1) ?? 0 };
}
