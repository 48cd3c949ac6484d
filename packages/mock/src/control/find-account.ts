import { didYouMean } from '@cascade/yaml-file';
import type { Reset } from '../generated/control.ts';
import type { Accounts } from '../provider/account.ts';
import { refuseFaults } from './control-problem.ts';

/** The name of the account that is meant; nothing if none is. */
export function findAccount(
  accounts: Accounts,
  { account, key }: Pick<Reset, 'account' | 'key'>,
): string | undefined {
  if (key !== undefined) {
    const found = accounts.accountOf(key)?.name;
    return (
      found ?? refuseFaults([{ pointer: '/key', detail: 'expected a valid key of an account' }], 'not-found')
    );
  }
  if (account === undefined || accounts.names.has(account)) return account;
  const detail = `expected the name of an account, found "${account}"${didYouMean(account, [...accounts.names])}`;
  return refuseFaults([{ pointer: '/account', detail }], 'not-found');
}
