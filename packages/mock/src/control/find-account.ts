import { didYouMean } from '@cascade/yaml-file';
import type { AccountNames, Reset } from '../generated/control.ts';
import type { Accounts, OpenAccount } from '../provider/account.ts';
import { refuseFaults } from './control-problem.ts';

const mostNames = 1_000;

/** The last of them: those of running tests. */
export function accountNames({ byName }: Accounts): AccountNames {
  return { count: byName.size, names: [...byName.keys()].slice(-mostNames) };
}

/** The account that is meant; nothing if none is. */
export function findAccount(
  accounts: Accounts,
  { account, key }: Pick<Reset, 'account' | 'key'>,
): OpenAccount | undefined {
  if (key === undefined) return account === undefined ? undefined : openAccount(accounts, account);
  const found = accounts.accountOf(key);
  const open = found && accounts.byName.get(found.name);
  return (
    open ?? refuseFaults([{ pointer: '/key', detail: 'expected a valid key of an account' }], 'not-found')
  );
}

/** The account of a name. @throws {ControlRefusal} if there is none. */
export function openAccount({ byName }: Accounts, name: string): OpenAccount {
  const found = byName.get(name);
  if (found !== undefined) return found;
  const detail = `expected the name of an account, found "${name}"${didYouMean(name, [...byName.keys()])}`;
  return refuseFaults([{ pointer: '/account', detail }], 'not-found');
}
