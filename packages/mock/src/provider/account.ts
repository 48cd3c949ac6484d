import { createHash, timingSafeEqual } from 'node:crypto';
import { type LenientSwitches, switchesOf } from '@cascade/lenient-requests';
import { uuidV5 } from '@cascade/lenient-requests/uuid-v5';
import { createMemoryProvider, type MemoryAccount } from '@cascade/validator/memory-provider';
import { createReceivers, type Receivers } from '../callback/receivers.ts';
import { parseSecret } from '../callback/signing-secret.ts';
import { createRuleFacts, type RuleFacts } from '../life/rule-facts.ts';
import { Clock } from '../time/clock.ts';
import type { DeclaredAccount, Provider } from './provider.ts';

/**
 * An account while the mock runs: one of the provider in memory, with the switches and the keys of its file.
 */
export interface MockAccount extends MemoryAccount {
  readonly name: string;
  readonly lenient: LenientSwitches;
  /** What callbacks to an address carry beside their own headers: of the address in the file alone. */
  callbackHeaders(url: string): Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly ruleFacts: RuleFacts;
  readonly receivers: Receivers;
  /** Minor units by channel. */
  readonly prices: Readonly<Record<string, number>>;
  /** The statuses that are reported beside UNDELIVERED; null means all (ADR-0034). */
  readonly reportedStatuses: readonly string[] | null;
  /** Aborts when the account is reset, or the mock stops. */
  readonly stopped: AbortSignal;
  /** Ends its clock, and callbacks under way. */
  stop(): void;
}

/** Finds the account of an API key (§5). */
export interface Keyring {
  /** Nothing if the key is missing, wrong or expired. */
  accountOf(key: string | readonly string[] | undefined): MockAccount | undefined;
}

/** All accounts of a mock, which its control changes (ADR-0062). */
export interface Accounts extends Keyring {
  /** Of all accounts. */
  readonly names: ReadonlySet<string>;
  /** Opens one more, with one key as text. */
  add(declared: DeclaredAccount, key: string): MockAccount;
  /** How many were added. */
  added(): number;
  /** All as at the start, without those that were added; or those of a name, as they were opened. */
  reset(name?: string): void;
  /** The account of a name. */
  find(name: string): MockAccount | undefined;
  /** All that are open. */
  all(): readonly MockAccount[];
  /** What the clocks of accounts begin with. */
  clock(): Clock;
  /** Ends all clocks, and all callbacks under way. */
  stop(): void;
}

interface KeyringOptions {
  readonly now: () => Date;
  /** The switches of every account, instead of those of the provider. */
  readonly lenient: Partial<LenientSwitches> | undefined;
}

/** An account that can be opened anew. */
interface Slot {
  readonly declared: DeclaredAccount;
  account: MockAccount;
}

/**
 * Opens all accounts of a provider. Keys are kept as hashes, and every lookup compares all of those in the
 * file, so that the time of an answer reveals nothing (ADR-0028).
 * @throws {Error} if a callback secret is invalid, or a switch is unknown.
 */
export function openAccounts({ accounts }: Provider, { now, lenient }: KeyringOptions): Accounts {
  const start = () => createMemoryProvider({ now, uuidOf: uuidV5 });
  let open = start();
  let clockOfAll = new Clock(now);
  const openOne = (declared: DeclaredAccount): MockAccount => {
    const { callback: { url, headers = {}, secrets = [] } = {} } = declared;
    for (const secret of secrets) parseSecret(secret);
    const clock = clockOfAll.copy();
    const stopping = new AbortController();
    return {
      ...open({ ...declared, balance: declared.balance ?? 0 }, () => clock.now()),
      name: declared.name,
      lenient: switchesOf(lenient ?? declared.settings?.lenient ?? {}),
      callbackHeaders: (to: string) => (to === url ? headers : {}),
      clock,
      ruleFacts: createRuleFacts(declared),
      receivers: createReceivers(),
      prices: declared.prices,
      reportedStatuses: declared.settings?.callbacks?.statuses ?? null,
      stopped: stopping.signal,
      stop() {
        clock.stop();
        stopping.abort();
      },
    };
  };
  const slots = accounts.map((declared): Slot => ({ declared, account: openOne(declared) }));
  const entries = slots.flatMap((slot) => slot.declared.keys.map((key) => ({ slot, ...keyEntry(key) })));
  const added = new Map<string, Slot>();
  const names = new Set(accounts.map(({ name }) => name));
  const allSlots = () => [...slots, ...added.values()];
  return {
    accountOf(key) {
      // Node decodes header bytes as Latin-1; this restores them.
      const presented = sha256(Buffer.from(typeof key === 'string' ? key : '', 'latin1'));
      const [match] = entries.filter(({ hash }) => timingSafeEqual(hash, presented));
      if (match !== undefined) return isValid(match) ? match.slot.account : undefined;
      return added.size === 0 ? undefined : added.get(presented.toString('hex'))?.account;
    },
    names,
    add(declared, key) {
      const slot = { declared, account: openOne(declared) };
      names.add(declared.name);
      added.set(sha256(Buffer.from(key)).toString('hex'), slot);
      return slot.account;
    },
    added: () => added.size,
    reset(name) {
      const again = allSlots().filter(({ declared }) => name === undefined || declared.name === name);
      for (const { account } of again) account.stop();
      if (name === undefined) {
        for (const { declared } of added.values()) names.delete(declared.name);
        added.clear();
        open = start();
        clockOfAll = new Clock(now);
      }
      for (const slot of name === undefined ? slots : again) slot.account = openOne(slot.declared);
    },
    find: (name) => allSlots().find(({ declared }) => declared.name === name)?.account,
    all: () => allSlots().map(({ account }) => account),
    clock: () => clockOfAll,
    stop() {
      for (const { account } of allSlots()) account.stop();
      clockOfAll.stop();
    },
  };
}

function isValid({ slot, expiresAt }: { readonly slot: Slot; readonly expiresAt: number }): boolean {
  return slot.account.clock.now().getTime() < expiresAt;
}

function keyEntry({ key, hash, expiresAt }: DeclaredAccount['keys'][number]) {
  return {
    hash: key === undefined ? Buffer.from(hash ?? '', 'hex') : sha256(Buffer.from(key)),
    expiresAt: expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt),
  };
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
