import { type LenientSwitches, switchesOf } from '@cascade/lenient-requests';
import { uuidV5 } from '@cascade/lenient-requests/uuid-v5';
import { createMemoryProvider, type MemoryAccount } from '@cascade/validator/memory-provider';
import { createReceivers, type Receivers } from '../callback/receivers.ts';
import { parseSecret } from '../callback/signing-secret.ts';
import { createRuleFacts, type RuleFacts } from '../life/rule-facts.ts';
import { Clock } from '../time/clock.ts';
import { createKeys } from './keys.ts';
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
  readonly byName: ReadonlyMap<string, OpenAccount>;
  /** Of all accounts, for those that read or change them. */
  readonly keys: Pick<ReturnType<typeof createKeys<OpenAccount>>, 'of' | 'add'>;
  /** Opens one more, with one key as text. */
  add(declared: DeclaredAccount, key: string): MockAccount;
  /** How many were added. */
  added(): number;
  /** All as at the start, without those that were added; or those of a name, as they were opened. */
  reset(name?: string): void;
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

/** An account, which a reset opens anew. */
export interface OpenAccount {
  readonly declared: DeclaredAccount;
  account: MockAccount;
}

/** Opens accounts that number their messages together, and whose clocks begin with the same time. */
interface Opening {
  readonly clock: Clock;
  open(declared: DeclaredAccount): MockAccount;
}

function createOpening({ now, lenient }: KeyringOptions): Opening {
  const openMemory = createMemoryProvider({ now, uuidOf: uuidV5 });
  const clockOfAll = new Clock(now);
  return {
    clock: clockOfAll,
    open(declared) {
      const { callback: { url, headers = {}, secrets = [] } = {} } = declared;
      for (const secret of secrets) parseSecret(secret);
      const clock = clockOfAll.copy();
      const stopping = new AbortController();
      return {
        ...openMemory({ ...declared, balance: declared.balance ?? 0 }, () => clock.now()),
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
    },
  };
}

/**
 * Opens all accounts of a provider.
 * @throws {Error} if a callback secret is invalid, or a switch is unknown.
 */
export function openAccounts({ accounts }: Provider, options: KeyringOptions): Accounts {
  let opening = createOpening(options);
  const openOne = (declared: DeclaredAccount) => opening.open(declared);
  const slots = accounts.map((declared): OpenAccount => ({ declared, account: openOne(declared) }));
  const keys = createKeys<OpenAccount>();
  for (const slot of slots) for (const key of slot.declared.keys) keys.declare(slot, key);
  const added = new Set<OpenAccount>();
  const byName = new Map(slots.map((slot) => [slot.declared.name, slot]));
  const allSlots = () => [...slots, ...added];
  return {
    accountOf(key) {
      const { owner, expiresAt = 0 } = keys.find(key) ?? {};
      return owner !== undefined && owner.account.clock.now().getTime() < expiresAt
        ? owner.account
        : undefined;
    },
    byName,
    keys,
    add(declared, key) {
      const slot = { declared, account: openOne(declared) };
      byName.set(declared.name, slot);
      added.add(slot);
      const never = Number.POSITIVE_INFINITY;
      keys.add(slot, key, { label: 'key-1', expiresAt: never, atStart: never });
      return slot.account;
    },
    added: () => added.size,
    reset(name) {
      const again = allSlots().filter(({ declared }) => name === undefined || declared.name === name);
      for (const { account } of again) account.stop();
      if (name === undefined) {
        for (const slot of added) {
          byName.delete(slot.declared.name);
          keys.remove(slot);
        }
        added.clear();
        opening = createOpening(options);
      }
      for (const slot of name === undefined ? slots : again) {
        slot.account = openOne(slot.declared);
        keys.reset(slot);
      }
    },
    all: () => allSlots().map(({ account }) => account),
    clock: () => opening.clock,
    stop() {
      for (const { account } of allSlots()) account.stop();
      opening.clock.stop();
    },
  };
}
