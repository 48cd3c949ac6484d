import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runRedocly } from '@cascade/bundle/redocly';

const redocly = createRequire(import.meta.url).resolve('@redocly/cli/package.json');
const cache = fileURLToPath(new URL('../node_modules/.cache/redocly', import.meta.url));

interface Run {
  /** Words of the command line, without the place of its output. */
  readonly args: readonly string[];
  /** Written where it runs, by name. */
  readonly files?: Readonly<Record<string, string>>;
}

/**
 * What Redocly writes, as JSON. It takes its time, so its output is kept under the hash of the inputs.
 * @throws {Error} with Redocly's report if it fails.
 */
export async function redoclyOnce(
  name: string,
  inputs: readonly (string | Uint8Array)[],
  run: Run,
): Promise<string> {
  const hash = createHash('sha256');
  for (const input of [await readFile(redocly), ...inputs]) hash.update(input).update('\n');
  const kept = join(cache, `${name}-${hash.digest('hex')}.json`);
  return readFile(kept, 'utf8').catch(() => runAndKeep(run, kept));
}

async function runAndKeep({ args, files = {} }: Run, kept: string): Promise<string> {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(tmpdir(), 'cascade-evolution-'));
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    await runRedocly([...args, '--output=output.json'], folder);
    const output = await readFile(join(folder, 'output.json'), 'utf8');
    // Comparisons may run at the same time: a rename never leaves a half-written file.
    const unfinished = `${kept}.${process.pid}`;
    await writeFile(unfinished, output);
    await rename(unfinished, kept);
    return output;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
