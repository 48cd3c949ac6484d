import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { launch } from '@cascade/repository/test-kit/browser';
import type { CDPSession, Page } from 'playwright-core';
import { serveDocs } from '../src/serve-docs.ts';
import { writeSite } from '../test/support/rendered-site.ts';

/** A network and a processor as Chromium emulates them. */
interface Network {
  readonly name: string;
  readonly says: string;
  /** Latency added to each request. */
  readonly latencyMilliseconds: number;
  readonly downKilobitsPerSecond: number;
  readonly upKilobitsPerSecond: number;
  /** Factor by which the processor is slowed down. */
  readonly slowdown: number;
}

const roundTrip = 150;
/** Chrome's DevTools include handshakes in the preset: 2.75 further round trips, and a tenth of the rate. */
const applied = {
  latencyMilliseconds: roundTrip * 3.75,
  downKilobitsPerSecond: 1_600 * 0.9,
  upKilobitsPerSecond: 750 * 0.9,
};

const simulated = {
  latencyMilliseconds: roundTrip,
  downKilobitsPerSecond: 1_638.4,
  upKilobitsPerSecond: 750,
};

/** No emulation at all. */
const loopback: Network = {
  name: 'Loopback',
  says: 'as fast as this machine',
  latencyMilliseconds: 0,
  downKilobitsPerSecond: 1e6,
  upKilobitsPerSecond: 1e6,
  slowdown: 1,
};

/** Definitions of `Fast 3G`; the strictest without a slower processor comes first. */
const networks: readonly [Network, ...Network[]] = [
  {
    name: 'Fast 3G of Chrome DevTools',
    says: '150 ms × 3.75 for each request, 90 % of 1.6 Mbit/s down and of 750 kbit/s up',
    ...applied,
    slowdown: 1,
  },
  {
    name: 'Fast 3G by its round trip',
    says: '150 ms for each request, 1.6 Mbit/s down, 750 kbit/s up: the figures that Lighthouse simulates with',
    ...simulated,
    slowdown: 1,
  },
  {
    name: 'Fast 3G of Chrome DevTools, processor at a quarter',
    says: 'the first one on a slow telephone, as Lighthouse slows the processor down',
    ...applied,
    slowdown: 4,
  },
  {
    name: 'Fast 3G by its round trip, processor at a quarter',
    says: 'the second one on a slow telephone: what Lighthouse simulates',
    ...simulated,
    slowdown: 4,
  },
  loopback,
];

/** When a page could be read and used, in milliseconds after the request, and what it loaded for that. */
interface Opening {
  /** The largest paint. */
  readonly readable: number;
  /** The end of the script that makes buttons and keys work, or the paint, whichever is later. */
  readonly usable: number;
  /** Compressed bytes of the page, and of what it loaded until then. */
  readonly bytes: number;
}

/** Measures a page of its own, on a telephone with this network and an empty cache. */
async function measuredOver<T>(network: Network, measure: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    await slowDown(await context.newCDPSession(page), network);
    return await measure(page);
  } finally {
    await context.close();
  }
}

/** Opens an address, and measures. */
async function openingOf(page: Page, url: string): Promise<Opening> {
  await page.goto(url, { waitUntil: 'load' });
  return readOpening(page);
}

/** Lets a page have a network and a processor as described. */
async function slowDown(session: CDPSession, network: Network): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: network.latencyMilliseconds,
    downloadThroughput: bytes(network.downKilobitsPerSecond),
    uploadThroughput: bytes(network.upKilobitsPerSecond),
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: network.slowdown });
}

const bytes = (kilobits: number) => (kilobits * 1_000) / 8;

/** `buffered` makes the observer report paints from before it was created. */
function readOpening(page: Page): Promise<Opening> {
  return page.evaluate<Opening>(`new Promise((resolve) => {
    const largest = new PerformanceObserver((list) => {
      const usable = performance.getEntriesByName('usable').at(-1);
      const [document] = performance.getEntriesByType('navigation');
      const readable = list.getEntries().at(-1).startTime;
      const loaded = [document, ...performance.getEntriesByType('resource')];
      resolve({
        readable,
        usable: Math.max(readable, usable.startTime),
        bytes: loaded.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      });
    });
    largest.observe({ type: 'largest-contentful-paint', buffered: true });
  })`);
}

/** Milliseconds from a click on *Search*, with a word typed at once, to its first result. */
interface Searching {
  /** Script and index are loaded. */
  readonly first: number;
  readonly again: number;
}

/** Opens a page, waits until it is quiet, and searches twice. */
async function searchingOn(page: Page, url: string): Promise<Searching> {
  await page.goto(url, { waitUntil: 'networkidle' });
  return { first: await page.evaluate<number>(search), again: await page.evaluate<number>(search) };
}

const search = `new Promise((resolve) => {
  const list = document.querySelector('#search-results');
  const input = document.querySelector('#search input');
  list.replaceChildren();
  const begin = performance.now();
  new MutationObserver((_, observer) => {
    if (list.childElementCount === 0) return;
    observer.disconnect();
    document.querySelector('#search').close();
    resolve(performance.now() - begin);
  }).observe(list, { childList: true });
  document.querySelector('#search-open').click();
  input.value = 'balance';
  input.dispatchEvent(new Event('input'));
})`;

/**
 * Measures when pages are readable and can be used over Fast 3G with an empty cache, served by
 * `cascade-docs`: one page of each kind, and when a search has its first result. Target: below 1 s. Chromium
 * emulates the network over loopback; each page has its own context.
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
  await measuredOver({ ...strictest, latencyMilliseconds: 0 }, (page) => openingOf(page, docs.url));
  const measured: Record<string, unknown> = {};
  for (const network of networks) {
    const figures: Record<string, unknown> = {};
    for (const page of pages) {
      const openings: Opening[] = [];
      for (let run = 0; run < runs; run++)
        openings.push(await measuredOver(network, (tab) => openingOf(tab, `${docs.url}/${page}`)));
      const readable = spread(openings.map((one) => one.readable));
      const usable = spread(openings.map((one) => one.usable));
      const kilobytes = Math.max(...openings.map((one) => one.bytes)) / 1_000;
      figures[page] = { kilobytes: Number(kilobytes.toFixed(1)), readable, usable };
      process.stdout.write(
        `${network.name}: ${page} ${kilobytes.toFixed(1)} kB, readable ${readable.median} ms, usable ${usable.median} ms\n`,
      );
    }
    const searches: Searching[] = [];
    for (let run = 0; run < runs; run++)
      searches.push(await measuredOver(network, (page) => searchingOn(page, docs.url)));
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
