import type { Pool } from 'pg';
import { describeKey, shortHash } from '../accounts/key-hash.ts';
import { addKey, expireKey, listKeys, removeKey } from '../accounts/keys/manage-keys.ts';
import { openDatabaseClock } from '../store/database-clock.ts';
import type { Command } from './command.ts';
import { exitCode } from './exit-code.ts';
import { formatJson, formatTable } from './format.ts';
import { ofAccount } from './owners.ts';
import { parseCommandLine, parseInstant, parseLabel, required } from './parse-command-line.ts';
import { type Action, runAction } from './run-action.ts';
import { databaseOptions, exitCodes } from './usage.ts';
import { withStore } from './with-store.ts';

const help = `cascade-service keys: the API keys of an account

Usage
  cascade-service keys list --account <name> [--json]
  cascade-service keys add --account <name> [--label <text>] [--expires-at <time>]
  cascade-service keys expire <key> --account <name> [--at <time>]
  cascade-service keys remove <key> --account <name>

<key> is a label, or the first digits of a hash as keys list shows them. A new key is shown only once.
Two keys can be valid at once: add the second, switch the consumers over, remove the first. The next accounts file
changes none of it: apply keeps an added key, and restores neither an expired key nor a removed one. It reports where
the file differs, until the file has the line that keys add prints, and no longer has the removed key.

Options
  --account <name>      the account
  --label <text>        the label of the new key
  --expires-at <time>   when the new key expires; never if absent
  --at <time>           when the key expires; now if absent
  --json                for programs
${databaseOptions}
Examples
  cascade-service keys add --account demo --label autumn
  cascade-service keys expire spring --account demo --at 2026-12-31T00:00:00Z
  cascade-service keys remove 3f5a9c01 --account demo

${exitCodes}`;

const list: Action = async (args, terminal) => {
  const { values } = parseCommandLine(args, [], { account: { type: 'string' }, json: { type: 'boolean' } });
  const account = required(values.account, 'account');
  const { keys, now } = await withStore(values, terminal, ofAccount(account), async (pool) => ({
    keys: await listKeys(pool, account),
    now: await timeOf(pool),
  }));
  const rows = keys.map(({ hash, label, expiresAt }) => ({
    hash: shortHash(hash),
    label,
    expires: expiresAt,
    state: expiresAt !== null && expiresAt <= now ? 'expired' : 'valid',
  }));
  terminal.out(values.json ? formatJson(rows) : formatTable(['hash', 'label', 'expires', 'state'], rows));
  return exitCode.done;
};

const add: Action = async (args, terminal) => {
  const { values } = parseCommandLine(args, [], {
    account: { type: 'string' },
    label: { type: 'string' },
    'expires-at': { type: 'string' },
  });
  const account = required(values.account, 'account');
  const end = values['expires-at'];
  const expiresAt = end === undefined ? null : parseInstant(end, 'expires-at');
  const wanted = {
    label: values.label === undefined ? null : parseLabel(values.label),
    expiresAt,
  };
  const { key, ...stored } = await withStore(values, terminal, ofAccount(account), async (pool) =>
    addKey(pool, account, { ...wanted, now: await timeOf(pool) }),
  );
  const { hash, label } = stored;
  // Standard output holds the key alone, so that it can be piped.
  terminal.out(`${key}\n`);
  const line = JSON.stringify({ hash, ...(label !== null && { label }), ...(expiresAt && { expiresAt }) });
  terminal.err(
    `The key is not shown again. Its line for the accounts file, if the account has one:\n  - ${line}\n`,
  );
  return exitCode.done;
};

const expire: Action = async (args, terminal) => {
  const options = { account: { type: 'string' }, at: { type: 'string' } } as const;
  const { values, words } = parseCommandLine(args, ['key'], options);
  const account = required(values.account, 'account');
  const wanted = values.at === undefined ? undefined : parseInstant(values.at, 'at');
  const { hash, label, expiresAt } = await withStore(values, terminal, ofAccount(account), async (pool) => {
    const now = await timeOf(pool);
    return expireKey(pool, account, words[0] ?? '', { at: wanted ?? now, now });
  });
  terminal.out(`${describeKey(hash, label)} expires at ${expiresAt.toISOString()}\n`);
  return exitCode.done;
};

const remove: Action = async (args, terminal) => {
  const { values, words } = parseCommandLine(args, ['key'], { account: { type: 'string' } });
  const account = required(values.account, 'account');
  const { hash, label } = await withStore(values, terminal, ofAccount(account), async (pool) =>
    removeKey(pool, account, words[0] ?? '', await timeOf(pool)),
  );
  terminal.out(`${describeKey(hash, label)} is removed\n`);
  return exitCode.done;
};

/** Replicas compare the ends of keys with the clock of the database. */
async function timeOf(pool: Pool): Promise<Date> {
  const clock = await openDatabaseClock(pool);
  return clock.now();
}

/** Lists, adds, expires and removes keys (ADR-0028). */
export const keys: Command = {
  name: 'keys',
  summary: 'lists, adds, expires and removes API keys',
  help,
  run: async (args, terminal) => runAction({ list, add, expire, remove }, args, terminal),
};
