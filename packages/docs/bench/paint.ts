import type { Browser, CDPSession, Page } from 'playwright-core';
import type { Network } from './networks.ts';

/** When a page was readable, in milliseconds after the request. */
export interface Paint {
  readonly first: number;
  readonly largest: number;
  /** Requests until the first paint, including the page itself. */
  readonly requestsBefore: number;
}

/** Opens an address over a network with an empty cache, and measures its paint times. */
export async function paintOf(browser: Browser, url: string, network: Network): Promise<Paint> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    await slowDown(await context.newCDPSession(page), network);
    await page.goto(url, { waitUntil: 'load' });
    return await readPaint(page);
  } finally {
    await context.close();
  }
}

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
function readPaint(page: Page): Promise<Paint> {
  return page.evaluate<Paint>(`new Promise((resolve) => {
    const largest = new PerformanceObserver((list) => {
      const first = performance.getEntriesByName('first-contentful-paint')[0].startTime;
      const before = performance.getEntriesByType('resource')
        .filter(({ responseEnd, renderBlockingStatus }) => renderBlockingStatus === 'blocking' || responseEnd < first);
      resolve({ first, largest: list.getEntries().at(-1).startTime, requestsBefore: 1 + before.length });
    });
    largest.observe({ type: 'largest-contentful-paint', buffered: true });
  })`);
}
