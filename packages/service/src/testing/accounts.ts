import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import type { anAccount } from './declare.ts';

/** Signs the callbacks of all accounts here. */
export const callbackSecret = `whsec_${Buffer.from('a secret for the tests only').toString('base64')}`;

const demo = fileURLToPath(new URL('../../demo/accounts.yaml', import.meta.url));
const samples = fileURLToPath(import.meta.resolve('@cascade/spec/samples/provider.yaml'));

/**
 * An accounts file: those of the samples, as the cases of the catalogue need them, the others of the demo, and more, all
 * of them with {@link callbackSecret}.
 */
export async function accountsFile(
  ...more: readonly ReturnType<typeof anAccount>[]
): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const files = await Promise.all([demo, samples].map((path) => readFile(path, 'utf8')));
  const accounts: { name: string }[] = files.flatMap((text) => parse(text).accounts);
  const named = accounts.map((account) => [account.name, account] as const);
  const signed = [...new Map(named).values(), ...more].map((account) => ({
    ...account,
    callback: { secrets: [callbackSecret] },
  }));
  const folder = await mkdtemp(join(tmpdir(), 'cascade-accounts-'));
  const path = join(folder, 'accounts.yaml');
  await writeFile(path, stringify({ accounts: signed }));
  return { path, remove: () => rm(folder, { recursive: true, force: true }) };
}
