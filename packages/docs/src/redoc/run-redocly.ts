import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The two parts that Redocly gives to a page template (`redocHead`, `redocHTML`). */
export interface RedocParts {
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
