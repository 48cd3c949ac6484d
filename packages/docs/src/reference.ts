import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { markProvenance } from './mark-provenance.ts';

const run = promisify(execFile);
const redocly = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');

/** Redoc names hosts of its own for a logo and for icons. A page that works offline asks for neither. */
const remoteAssets = /https:\/\/cdn\.redoc(?:ly\.com|\.ly)\/[\w./-]*/g;

/** Rendering takes most of the time of a build, so pages are kept under the hash of all that they are made of. */
const cache = fileURLToPath(new URL('../node_modules/.cache/references', import.meta.url));

/**
 * A reference page: the description rendered by Redoc, everything inlined, nothing remote.
 * @throws {Error} with Redocly's report when it cannot be rendered.
 */
export async function renderReference(description: unknown): Promise<string> {
  const input = JSON.stringify(markProvenance(description));
  const version = await readFile(join(redocly, '../../package.json'));
  const kept = join(cache, `${createHash('sha256').update(version).update(input).digest('hex')}.html`);
  const page = await readFile(kept, 'utf8').catch(() => renderAndKeep(input, kept));
  return withWayBack(page.replace(remoteAssets, 'data:,'));
}

async function renderAndKeep(description: string, kept: string): Promise<string> {
  await mkdir(cache, { recursive: true });
  const scratch = await mkdtemp(join(tmpdir(), 'cascade-reference-'));
  const input = join(scratch, 'description.json');
  const output = join(scratch, 'reference.html');
  try {
    await writeFile(input, description);
    await run(process.execPath, [redocly, 'build-docs', input, '--inlineBundle', '--output', output], {
      cwd: scratch,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
    });
    const page = await readFile(output, 'utf8');
    const unfinished = `${kept}.${process.pid}`;
    await writeFile(unfinished, page);
    await rename(unfinished, kept);
    return page;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

const wayBack =
  '<a href="index.html" style="position:fixed;right:1rem;bottom:1rem;z-index:9;padding:.4rem .9rem;border-radius:1rem;' +
  'background:#0b57c2;color:#fff;font:14px system-ui,sans-serif;text-decoration:none">All pages</a>';

const withoutScript =
  '<noscript><p>Redoc needs JavaScript. <a href="reference.html">Operations and fields</a> needs none.</p></noscript>';

/** Redoc fills the page; a small link leads back to the others. The script has `</body>` in a text, too. */
function withWayBack(page: string): string {
  const end = page.lastIndexOf('</body>');
  return page.slice(0, end) + wayBack + withoutScript + page.slice(end);
}
