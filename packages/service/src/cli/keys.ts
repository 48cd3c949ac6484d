import type { Command } from '@commander-js/extra-typings';
import type { Pool } from 'pg';
import { describeKey, shortHash } from '../accounts/key-hash.ts';
import { addKey, expireKey, listKeys, removeKey } from '../accounts/keys/manage-keys.ts';
import { openDatabaseClock } from '../store/database-clock.ts';
import { lineOf, options, parseInstant } from './options.ts';
import { formatJson, formatTable, type Terminal } from './terminal.ts';
import { ofAccount, withStore } from './with-store.ts';

const keyArgument = ['<key>', 'a label, or the first digits of a hash as keys list shows them'] as const;

/** Lists, adds, expires and removes keys (ADR-0028). */
export function addKeys(program: Command, terminal: Terminal): void {
  const keys = program
    .command('keys')
    .description('lists, adds, expires and removes API keys')
    .addHelpText(
      'after',
      `
Two keys can be valid at once: add the second, switch the consumers over, remove the first. The next accounts file
changes none of it: apply keeps an added key, and restores neither an expired key nor a removed one. It reports where
the file differs, until the file has the line that keys add prints, and no longer has the removed key.

Examples:
  cascade-service keys add --account demo --label autumn
  cascade-service keys expire spring --account demo --at 2026-12-31T00:00:00Z
  cascade-service keys remove 3f5a9c01 --account demo`,
    );

  addList(keys, terminal);
  addAdd(keys, terminal);
  addExpire(keys, terminal);
  addRemove(keys, terminal);
}

/** `keys list` */
function addList(keys: Command, terminal: Terminal): void {
  keys
    .command('list')
    .description('lists the keys of an account')
    .addOption(options.account)
    .addOption(options.json)
    .addOption(options.databaseUrl)
    .addOption(options.data)
    .action(async ({ account, json, ...at }) => {
      const found = await withStore(at, terminal, ofAccount(account), async (pool) => ({
        keys: await listKeys(pool, account),
        now: await timeOf(pool),
      }));
      const rows = found.keys.map(({ hash, label, expiresAt }) => ({
        hash: shortHash(hash),
        label,
        expires: expiresAt,
        state: expiresAt !== null && expiresAt <= found.now ? 'expired' : 'valid',
      }));
      terminal.out(json ? formatJson(rows) : formatTable(['hash', 'label', 'expires', 'state'], rows));
    });
}

/** `keys add` */
function addAdd(keys: Command, terminal: Terminal): void {
  keys
    .command('add')
    .description('adds a key, and prints it: it is shown only once')
    .addOption(options.account)
    .option('--label <text>', 'the label of the new key', lineOf(100))
    .option('--expires-at <time>', 'when the new key expires; never if absent', parseInstant)
    .addOption(options.databaseUrl)
    .addOption(options.data)
    .action(async ({ account, label: wanted = null, expiresAt = null, ...at }) => {
      const { key, hash, label } = await withStore(at, terminal, ofAccount(account), async (pool) =>
        addKey(pool, account, { label: wanted, expiresAt, now: await timeOf(pool) }),
      );
      // Standard output holds the key alone, so that it can be piped.
      terminal.out(`${key}\n`);
      const line = JSON.stringify({
        hash,
        ...(label !== null && { label }),
        ...(expiresAt && { expiresAt }),
      });
      terminal.err(
        `The key is not shown again. Its line for the accounts file, if the account has one:\n  - ${line}\n`,
      );
    });
}

/** `keys expire` */
function addExpire(keys: Command, terminal: Terminal): void {
  keys
    .command('expire')
    .description('lets a key expire')
    .argument(...keyArgument)
    .addOption(options.account)
    .option('--at <time>', 'when the key expires; now if absent', parseInstant)
    .addOption(options.databaseUrl)
    .addOption(options.data)
    .action(async (key, { account, at: wanted, ...at }) => {
      const { hash, label, expiresAt } = await withStore(at, terminal, ofAccount(account), async (pool) => {
        const now = await timeOf(pool);
        return expireKey(pool, account, key, { at: wanted ?? now, now });
      });
      terminal.out(`${describeKey(hash, label)} expires at ${expiresAt.toISOString()}\n`);
    });
}

/** `keys remove` */
function addRemove(keys: Command, terminal: Terminal): void {
  keys
    .command('remove')
    .description('removes a key')
    .argument(...keyArgument)
    .addOption(options.account)
    .addOption(options.databaseUrl)
    .addOption(options.data)
    .action(async (key, { account, ...at }) => {
      const { hash, label } = await withStore(at, terminal, ofAccount(account), async (pool) =>
        removeKey(pool, account, key, await timeOf(pool)),
      );
      terminal.out(`${describeKey(hash, label)} is removed\n`);
    });
}

/** Replicas compare the ends of keys with the clock of the database. */
async function timeOf(pool: Pool): Promise<Date> {
  const clock = await openDatabaseClock(pool);
  return clock.now();
}
