import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { launch } from '@cascade/test-kit/browser';
import { serveDocs } from '../src/serve-docs.ts';
import { writeSite } from '../test/support/site-on-disk.ts';
import { networks } from './networks.ts';
import { type Paint, paintOf } from './paint.ts';

/**
 * Measures when the start page is readable over Fast 3G with an empty cache, served by `cascade-docs`.
 * Target: below 1 s. Chromium emulates the network over loopback; each page has its own context.
 */
const runs = 15;
const results = fileURLToPath(new URL('../results/', import.meta.url));

const site = await writeSite();
const docs = await serveDocs({ port: 0, folder: site.folder });
const browser = await launch();
try {
  const [strictest] = networks;
  await paintOf(browser, docs.url, { ...strictest, latencyMilliseconds: 0 });
  const measured: Record<string, unknown> = {};
  for (const network of networks) {
    const paints: Paint[] = [];
    for (let run = 0; run < runs; run++) paints.push(await paintOf(browser, docs.url, network));
    const figures = {
      says: network.says,
      firstContentfulPaint: spread(paints.map(({ first }) => first)),
      largestContentfulPaint: spread(paints.map(({ largest }) => largest)),
      requestsBefore: Math.max(...paints.map(({ requestsBefore }) => requestsBefore)),
    };
    measured[network.name] = figures;
    const { firstContentfulPaint: first, largestContentfulPaint: largest } = figures;
    process.stdout.write(
      `${network.name}: first ${first.median} ms, largest ${largest.median} ms, at worst ${largest.worst} ms\n`,
    );
  }
  await mkdir(results, { recursive: true });
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version };
  const result = { runs, unit: 'ms', browser: `Chromium ${browser.version()}`, machine, networks: measured };
  await writeFile(`${results}first-page.json`, `${JSON.stringify(result, null, 2)}\n`);
} finally {
  await browser.close();
  await docs.close();
  await site.remove();
}

function spread(figures: readonly number[]): { median: number; worst: number } {
  const sorted = figures.toSorted((a, b) => a - b).map(Math.round);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, worst: sorted.at(-1) ?? 0 };
}
