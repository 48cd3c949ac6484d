import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundleScript, bundleStyles } from '../bundle.ts';
import { nodeAt } from '../description/read-description.ts';
import { html, raw } from '../html.ts';
import { beforePaint, frameOf, icon, withRelativeLinks } from '../layout/render-page.ts';
import { markProvenance, withoutAssumed } from './description.ts';

/**
 * The one place of Redocly's output that is changed: `redocly build-docs` (`@redocly/cli` 2.77.0, Redoc 3.0.1) ends its
 * script with this call. No option, no `--template` variable and no Redoc setting lets a page pass another description
 * at run time, and Redoc cannot hide the assumed parts of one.
 */
const redoclyStart = "hydrate(__redoc_definition, __redoc_options, document.getElementById('redoc'));";

const ourStart =
  "hydrate(globalThis.redocDescription ?? __redoc_definition, __redoc_options, document.getElementById('redoc'));";

/**
 * Lets a page choose what Redoc shows: `globalThis.redocDescription`, if `browser/redoc.ts` has set it, else the
 * description that was rendered.
 * @throws {Error} if a newer Redocly starts Redoc in another way.
 */
export function letPageChooseDescription(markup: string): string {
  const [before, after, ...more] = markup.split(redoclyStart);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(
      `@redocly/cli no longer starts Redoc by one call of \`${redoclyStart}\`: ` +
        'see how its build-docs ends the script, and change packages/docs/src/redoc/redoc-page.ts',
    );
  return before + ourStart + after;
}

/** The two parts that Redocly gives to a page template (`redocHead`, `redocHTML`). */
interface RedocParts {
  /** The styles. */
  readonly head: string;
  /** The rendered description, then a module script: Redoc, the description as JSON, and the call that starts Redoc. */
  readonly markup: string;
}

const run = promisify(execFile);
const redocly = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');

/** Rendering takes most of the time of a build, so results are kept under the hash of their inputs. */
const cache = fileURLToPath(new URL('../../node_modules/.cache/redoc', import.meta.url));

const boundary = '<!-- head above, markup below -->';
const template = `{{{redocHead}}}${boundary}{{{redocHTML}}}`;

/**
 * Renders a description with `redocly build-docs`, Redoc's script included; what it names on Redocly's CDN (a logo,
 * icons) is replaced, so that the page works offline.
 * @throws {Error} with Redocly's report when it cannot be rendered.
 */
export async function runRedocly(description: unknown): Promise<RedocParts> {
  const input = JSON.stringify(description);
  const version = await readFile(join(redocly, '../../package.json'));
  const hash = createHash('sha256').update(version).update(template).update(input).digest('hex');
  const kept = join(cache, `${hash}.html`);
  const rendered = await readFile(kept, 'utf8').catch(() => renderAndKeep(input, kept));
  const [head = '', markup = ''] = rendered.replace(remoteAssets, 'data:,').split(boundary, 2);
  return { head, markup };
}

const remoteAssets = /https:\/\/cdn\.redoc(?:ly\.com|\.ly)\/[\w./-]*/g;

async function renderAndKeep(input: string, kept: string): Promise<string> {
  await mkdir(cache, { recursive: true });
  const scratch = await mkdtemp(join(tmpdir(), 'cascade-redoc-'));
  const [description, frame, output] = ['description.json', 'template.hbs', 'page.html'];
  try {
    await writeFile(join(scratch, description), input);
    await writeFile(join(scratch, frame), template);
    const options = ['--inlineBundle', '--template', frame, '--output', output];
    await run(process.execPath, [redocly, 'build-docs', description, ...options], {
      cwd: scratch,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
    });
    const rendered = await readFile(join(scratch, output), 'utf8');
    // Builds may run at the same time: a rename never leaves a half-written file.
    const unfinished = `${kept}.${process.pid}`;
    await writeFile(unfinished, rendered);
    await rename(unfinished, kept);
    return rendered;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/**
 * A page in which Redoc shows a description below the header of the site, without requests to other hosts.
 * @throws {Error} with Redocly's report when it cannot be rendered.
 */
export async function renderRedocPage(name: string, title: string, description: unknown): Promise<string> {
  const [{ head, markup }, script, base, frame, own] = await Promise.all([
    runRedocly(markProvenance(description)),
    bundleScript('redoc.ts'),
    bundleStyles(['styles/base.css']),
    bundleStyles(['styles/frame.css', 'search/search.css']),
    bundleStyles(['documented-only/documented-only.css', 'redoc/redoc.css']),
  ]);
  const file = `redoc/${name}.html`;
  const version = String(nodeAt(description, 'info').version);
  const documented = JSON.stringify(markProvenance(withoutAssumed(description)));
  const page = html`<!doctype html>
<html lang="en" data-root="../">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Cascade</title>
<link rel="icon" href="${icon}">
<style>@layer base{${raw(base)}}@scope (.frame){${raw(frame)}}</style>
${raw(head)}
<style>${raw(own)}</style>
${beforePaint}
</head>
<body>
<div class="frame">${raw(withRelativeLinks(frameOf(version).text, file))}</div>
${raw(letPageChooseDescription(withHashLinks(markup)))}
<noscript><p>Redoc needs JavaScript.
<a href="../api.html">Operations</a> and <a href="../callback.html">Callback</a> need none.</p></noscript>
<script type="application/json" id="documented-description">${raw(documented.replaceAll('<', '\\u003c'))}</script>
<script>${raw(script)}</script>
</body>
</html>
`;
  return page.text;
}

/** Redoc routes by the part after `#`, but the markup that it renders has links without it: dead in a new tab. */
function withHashLinks(markup: string): string {
  const script = markup.indexOf('<script type="module">');
  return markup.slice(0, script).replace(/(<a\b[^>]*\shref=")(?=\/)/g, '$1#') + markup.slice(script);
}
