import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { markProvenance } from './mark-provenance.ts';

const run = promisify(execFile);
const redocly = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');

/** Redoc names hosts of its own for a logo and for icons. A page that works offline asks for neither. */
const remoteAssets = /https:\/\/cdn\.redoc(?:ly\.com|\.ly)\/[\w./-]*/g;

/**
 * A reference page: the description rendered by Redoc, everything inlined, nothing remote.
 * @throws {Error} with Redocly's report when it cannot be rendered.
 */
export async function renderReference(description: unknown): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), 'cascade-reference-'));
  const input = join(scratch, 'description.json');
  const output = join(scratch, 'reference.html');
  try {
    await writeFile(input, JSON.stringify(markProvenance(description)));
    await run(process.execPath, [redocly, 'build-docs', input, '--inlineBundle', '--output', output], {
      cwd: scratch,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
    });
    const page = await readFile(output, 'utf8');
    return withWayBack(page.replace(remoteAssets, 'data:,'));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

const wayBack =
  '<a href="index.html" style="position:fixed;right:1rem;bottom:1rem;z-index:9;padding:.4rem .9rem;border-radius:1rem;' +
  'background:#0b57c2;color:#fff;font:14px system-ui,sans-serif;text-decoration:none">All pages</a>';

/** Redoc fills the page; a small link leads back to the others. The script has `</body>` in a text, too. */
function withWayBack(page: string): string {
  const end = page.lastIndexOf('</body>');
  return page.slice(0, end) + wayBack + page.slice(end);
}
