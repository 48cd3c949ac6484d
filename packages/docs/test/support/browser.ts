import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const path = '/usr/bin/chromium';

/** Why no browser is available, or undefined. */
export const noBrowser = existsSync(path)
  ? undefined
  : `no Chromium at ${path} (Debian: apt install chromium)`;

/** The title of a group of browser tests, with the reason if they are skipped. */
export function inBrowser(title: string): string {
  return noBrowser === undefined ? title : `${title}: skipped, ${noBrowser}`;
}

/** Starts Chromium without a window. Its sandbox does not work as root. */
export function launch(): Promise<Browser> {
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({ executablePath: path, args: isRoot ? ['--no-sandbox'] : [] });
}
