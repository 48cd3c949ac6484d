import type { Browser, CDPSession, Page } from 'playwright-core';
import type { Network } from './networks.ts';

/** When a page could be read and used, in milliseconds after the request, and what it loaded for that. */
export interface Opening {
  /** The largest paint. */
  readonly readable: number;
  /** The end of the script that makes buttons and keys work, or the paint, whichever is later. */
  readonly usable: number;
  /** Compressed bytes of the page, and of what it loaded until then. */
  readonly bytes: number;
}

/** Opens an address over a network with an empty cache, and measures. */
export async function openingOf(browser: Browser, url: string, network: Network): Promise<Opening> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    await slowDown(await context.newCDPSession(page), network);
    await page.goto(url, { waitUntil: 'load' });
    return await readOpening(page);
  } finally {
    await context.close();
  }
}

/** Lets a page have a network and a processor as described. */
export async function slowDown(session: CDPSession, network: Network): Promise<void> {
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
