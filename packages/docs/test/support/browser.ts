import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const path = '/usr/bin/chromium';

/** Why there is no browser here, or nothing. */
export const noBrowser = existsSync(path)
  ? undefined
  : `no Chromium at ${path} (Debian: apt install chromium)`;

/** The title of a group of browser tests: says why it is skipped, if it is. */
export function inBrowser(title: string): string {
  return noBrowser === undefined ? title : `${title}: skipped, ${noBrowser}`;
}

/** Starts Chromium without a window; as root it cannot have its sandbox. */
export function launch(): Promise<Browser> {
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({ executablePath: path, args: isRoot ? ['--no-sandbox'] : [] });
}
