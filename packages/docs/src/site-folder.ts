import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the built site. */
export const siteFolder = fileURLToPath(new URL('../dist', import.meta.url));

/** Writes files, by their path from `folder`, and makes the folders that they need. */
export async function writeFiles(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  const folders = new Set([...files.keys()].map((file) => dirname(join(folder, file))));
  await Promise.all([...folders].map((one) => mkdir(one, { recursive: true })));
  await Promise.all([...files].map(([file, text]) => writeFile(join(folder, file), text)));
}
