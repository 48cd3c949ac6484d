import { stringify } from 'yaml';
import type { DeclaredAccount } from '../accounts/file/declared-accounts.ts';
import { type AccountsFile, parseAccounts } from '../accounts/file/read-accounts-file.ts';

/** An account with one key, one price and one cascade, as far as nothing else is said. */
export function anAccount(name: string, facts: Partial<DeclaredAccount> = {}): DeclaredAccount {
  return { name, keys: [{ key: `${name}-key` }], prices: { SMS: 5 }, cascades: [aCascade(2002)], ...facts };
}

export function aCascade(
  id: number,
  channels: readonly string[] = ['SMS'],
): DeclaredAccount['cascades'][number] {
  const stages = channels.map((channel, at) => ({
    uuid: `00000000-0000-4000-8000-${String(id * 100 + at).padStart(12, '0')}`,
    channel,
    ...(at < channels.length - 1 && { ttl: '00:01:30' }),
    subject: { id: 1, subject: 'codes' },
  }));
  return { id, name: `Cascade ${id}`, stages };
}

/** What an operator would have written down for these accounts. */
export function declare(...accounts: readonly DeclaredAccount[]): AccountsFile {
  return parseAccounts(stringify({ accounts }), 'accounts.yaml');
}
