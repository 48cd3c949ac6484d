import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import { type AccountsFile, parseAccounts } from '../accounts/file/read-accounts-file.ts';
import type { DeclaredAccount, DeclaredChannel } from '../generated/declared-accounts.ts';

/** The accounts file of the demo. */
export const demoAccounts = fileURLToPath(new URL('../../demo/accounts.yaml', import.meta.url));

/** Signs the callbacks of {@link signedAccounts}. */
export const callbackSecret = `whsec_${Buffer.from('a secret for the tests only').toString('base64')}`;

/** An account with one key, one price and one cascade, as far as nothing else is said. */
export function anAccount(name: string, facts: Partial<DeclaredAccount> = {}): DeclaredAccount {
  return { name, keys: [{ key: `${name}-key` }], prices: { SMS: 5 }, cascades: [aCascade(2002)], ...facts };
}

export function aCascade(
  id: number,
  channels: readonly DeclaredChannel[] = ['SMS'],
): DeclaredAccount['cascades'][number] {
  const stages = channels.map((channel, at) => ({
    uuid: `00000000-0000-4000-8000-${String(id * 100 + at).padStart(12, '0')}`,
    channel,
    ...(at < channels.length - 1 && { ttl: '00:01:30' }),
    subject: { id: 1, subject: 'codes' },
  }));
  return { id, name: `Cascade ${id}`, stages };
}

/** The accounts of the demo: those of the samples, as the cases of the catalogue need them, and others. */
export async function readDemoAccounts(): Promise<readonly DeclaredAccount[]> {
  return parse(await readFile(demoAccounts, 'utf8')).accounts;
}

/** Those of the demo, and more, all of them with one secret for their callbacks. */
export async function signedAccounts(
  more: readonly DeclaredAccount[] = [],
  secret: string = callbackSecret,
): Promise<readonly DeclaredAccount[]> {
  const all = [...(await readDemoAccounts()), ...more];
  return all.map((account) => ({ ...account, callback: { secrets: [secret] } }));
}

/** What an operator would have written down for these accounts. */
export function declare(...accounts: readonly DeclaredAccount[]): AccountsFile {
  return parseAccounts(stringify({ accounts }, { aliasDuplicateObjects: false }), 'accounts.yaml');
}
