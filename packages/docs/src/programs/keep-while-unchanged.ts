import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Places {
  /** What the value is made of. */
  readonly folder: string;
  /** The folder of the last value, as JSON. */
  readonly kept: string;
}

/** The last value, if no file of the folder has changed since; else makes it anew. */
export async function keepWhileUnchanged<Value>(
  { folder, kept }: Places,
  make: () => Promise<Value>,
): Promise<Value> {
  const file = `${await stateOf(folder)}.json`;
  const text = await readFile(join(kept, file), 'utf8').catch(() => undefined);
  if (text !== undefined) return JSON.parse(text);
  const value = await make();
  await mkdir(kept, { recursive: true });
  const former = await readdir(kept);
  // Other processes may read meanwhile: a rename never leaves a half-written file.
  const unfinished = join(kept, `${file}.${process.pid}`);
  await writeFile(unfinished, JSON.stringify(value));
  await rename(unfinished, join(kept, file));
  await Promise.all(former.map((one) => one !== file && rm(join(kept, one), { force: true })));
  return value;
}

/** Git's files, what is installed, and what builds and tests write. */
const skipped = /^(?:\..*|node_modules|dist|reports)$/;

/** Changes with the size or the time of change of any file. */
async function stateOf(folder: string): Promise<string> {
  const hash = createHash('sha256').update(process.version);
  for (const line of await linesOf(folder)) hash.update(line);
  return hash.digest('hex');
}

async function linesOf(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const lines = entries
    .filter(({ name }) => !skipped.test(name))
    .map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return linesOf(path);
      const { size, mtimeMs } = await lstat(path);
      return [`${path} ${size} ${mtimeMs}\n`];
    });
  return (await Promise.all(lines)).flat();
}
