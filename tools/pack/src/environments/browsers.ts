import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launch, newPage, noBrowser } from '@cascade/test-kit/browser';
import { build, version } from 'esbuild';
import { type Trial, trial } from '../trial.ts';
import { enter } from './enter.ts';
import type { Environment } from './environment.ts';
import { program, works } from './program.ts';

/** The program bundled for browsers, and run in the real Chromium. */
export const browserEnvironment: Environment = {
  name: 'Chromium',
  version: `of Debian, esbuild ${version}`,
  how: 'one bundle for browsers',
  packages: 'callers',
  async open(room) {
    if (noBrowser !== undefined) throw new Error(noBrowser);
    return async (): Promise<readonly Trial[]> => {
      const cwd = await enter(room, 'browser');
      const entry = join(cwd, 'program.js');
      const outfile = join(cwd, 'bundle.js');
      const manifests = room.packed.map(({ manifest }) => manifest);
      await writeFile(entry, program(manifests, { style: 'import', isBrowser: true }));
      await build({ entryPoints: [entry], outfile, bundle: true, format: 'iife', platform: 'browser' });
      return [trial('run in Chromium', await faultInChromium(await readFile(outfile, 'utf8')))];
    };
  },
};

/** Nothing if the script prints that it works. */
async function faultInChromium(script: string): Promise<string | undefined> {
  const browser = await launch();
  try {
    const page = await newPage(browser);
    // Web Crypto needs a secure context, which localhost is; nothing listens there.
    await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
    await page.goto('http://localhost/');
    const printed = page.waitForEvent('console');
    await page.addScriptTag({
      content: `addEventListener('error', ({ message }) => console.log(message));${script}`,
    });
    const said = (await printed).text();
    return said === works ? undefined : said;
  } finally {
    await browser.close();
  }
}
