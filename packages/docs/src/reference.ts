import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { markProvenance } from './mark-provenance.ts';
import { withoutAssumed } from './without-assumed.ts';

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
  const documented = JSON.stringify(markProvenance(withoutAssumed(description)));
  return withWayBack(withSwitch(withHashLinks(page.replace(remoteAssets, 'data:,')), documented));
}

/**
 * Redoc routes by the part after `#`, but its rendered markup has the bare routes, and keeps them when its script takes
 * over: dead in a new tab.
 */
function withHashLinks(page: string): string {
  const script = page.indexOf('<script type="module">');
  const markup = page.slice(0, script).replace(/(<a\b[^>]*\shref=")(?=\/)/g, '$1#');
  return markup + page.slice(script);
}

const start = "hydrate(__redoc_definition, __redoc_options, document.getElementById('redoc'));";

/** Shows what is documented alone, if that is what the reader has chosen on any page of the site. */
function withSwitch(page: string, documented: string): string {
  if (!page.includes(start))
    throw new Error('Redoc starts in another way than it did: see src/reference.ts.');
  // The markup was rendered from the whole description: without it Redoc begins anew.
  const choice = `const documentedOnly = ${documented.replaceAll('<', '\\u003c')};
      const place = document.getElementById('redoc');
      const isHidden = (() => { try { return localStorage.getItem('cascade.assumed') === 'hidden' } catch { return false } })();
      if (isHidden) place.replaceChildren();
      hydrate(isHidden ? documentedOnly : __redoc_definition, __redoc_options, place);
      const button = document.getElementById('assumed-switch');
      button.setAttribute('aria-pressed', String(isHidden));
      button.hidden = false;
      button.addEventListener('click', () => {
        try {
          localStorage.setItem('cascade.assumed', isHidden ? 'shown' : 'hidden');
          location.reload();
        } catch {
          button.disabled = true; // The browser keeps nothing for this page.
        }
      });`;
  return page.replace(start, () => choice);
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

const pill =
  'padding:.4rem .9rem;border:0;border-radius:1rem;background:#0b57c2;color:#fff;font:14px system-ui,sans-serif;' +
  'text-decoration:none;cursor:pointer';

const wayBack = `<style>#assumed-switch[aria-pressed=true]{outline:2px solid currentColor;outline-offset:-4px}
@media print{.cascade-bar{display:none!important}}</style>
<div class="cascade-bar" style="position:fixed;right:1rem;bottom:1rem;z-index:9;display:flex;gap:.5rem">
<button type="button" id="assumed-switch" aria-pressed="false" hidden style="${pill}">Hide what is assumed</button>
<a href="index.html" style="${pill}">All pages</a></div>`;

const withoutScript =
  '<noscript><p>Redoc needs JavaScript. <a href="reference.html">Operations and fields</a> needs none.</p></noscript>';

/** Redoc fills the page; a small bar leads back to the others. The script has `</body>` in a text, too. */
function withWayBack(page: string): string {
  const end = page.lastIndexOf('</body>');
  return page.slice(0, end) + wayBack + withoutScript + page.slice(end);
}
