import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import type { anAccount } from './declare.ts';

/** Signs the callbacks of all accounts here. */
export const callbackSecret = `whsec_${Buffer.from('a secret for the tests only').toString('base64')}`;

const demo = fileURLToPath(new URL('../../demo/accounts.yaml', import.meta.url));

/** An accounts file: those of the demo, and more, all of them with {@link callbackSecret}. */
export async function accountsFile(
  ...more: readonly ReturnType<typeof anAccount>[]
): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const { accounts } = parse(await readFile(demo, 'utf8'));
  const signed = [...accounts, ...more].map((account) => ({
    ...account,
    callback: { secrets: [callbackSecret] },
  }));
  const folder = await mkdtemp(join(tmpdir(), 'cascade-accounts-'));
  const path = join(folder, 'accounts.yaml');
  await writeFile(path, stringify({ accounts: signed }));
  return { path, remove: () => rm(folder, { recursive: true, force: true }) };
}
