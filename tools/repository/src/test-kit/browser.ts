import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const path = '/usr/bin/chromium';

/** Why no browser is available, or undefined. */
export const noBrowser = existsSync(path)
  ? undefined
  : `no Chromium at ${path} (Debian: apt install chromium)`;

/** The title of a group of browser tests, with the reason if they are skipped. */
export function inBrowser(title: string): string {
  return noBrowser === undefined ? title : `${title}: skipped, ${noBrowser}`;
}

/**
 * Starts Chromium without a window. It may crash while it starts on a busy machine; then it is started once
 * more.
 */
export async function launch(): Promise<Browser> {
  try {
    return await launchOnce();
  } catch {
    return launchOnce();
  }
}

/** The suggestions of the address bar, a page of their own in each window: they cost more than most of ours. */
const suggestions = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** What Playwright switches off, for the last list counts alone; not what concerns other systems. */
const offByPlaywright = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/**
 * Its sandbox does not work as root. Pages are drawn by the processor, and need no process of their own for
 * that.
 */
function launchOnce(): Promise<Browser> {
  const isRoot = process.getuid?.() === 0;
  const args = [
    '--in-process-gpu',
    `--disable-features=${[...offByPlaywright, ...suggestions].join(',')}`,
    ...(isRoot ? ['--no-sandbox'] : []),
  ];
  // A busy machine may take more than the usual 30 seconds.
  return chromium.launch({ executablePath: path, args, timeout: 120_000 });
}

/**
 * A page of its own context. Its waits end only what hangs: the usual 30 seconds may be too short on a busy
 * machine.
 */
export async function newPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(120_000);
  return page;
}
