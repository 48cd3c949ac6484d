import { createHash, timingSafeEqual } from 'node:crypto';
import { type LenientSwitches, switchesOf } from '@cascade/lenient-requests';
import type { CallbackRegistration } from '@cascade/types';
import type { CascadeShape } from '@cascade/validator';
import { demoSecret, parseSecret } from '../callback/signing-secret.ts';
import type { DeclaredAccount, DeclaredCascade, DeclaredStage, Provider } from './provider.ts';

/** An account while the mock runs, with its used request ids, balance and callback addresses. */
export interface Account {
  readonly name: string;
  readonly lenient: LenientSwitches;
  /** The accepted messages, for the message history (ADR-0035). */
  readonly messages: MessageMemory;
  /** The keys that sign its callbacks: one signature for each (ADR-0017). */
  readonly signingKeys: readonly Buffer[];
  /** By ascending id (ADR-0013). */
  readonly cascades: readonly DeclaredCascade[];
  findCascade(cascadeId: number): DeclaredCascade | undefined;
  isRequestIdUsed(requestId: string): boolean;
  canAfford(cascade: CascadeShape): boolean;
  /** Marks the request id as used and debits the prices of all stages (ADR-0007, ADR-0012). */
  accept(requestId: string, cascade: CascadeShape): void;
  /** A registration without a subject applies to the whole account (ADR-0014). */
  registerCallback(registration: CallbackRegistration): void;
  /** The registration that applies to a subject. */
  callback(subjectId: number): CallbackRegistration | undefined;
}

/**
 * Opens an account with its declared balance, no used request ids and no callback.
 * @throws {Error} if a callback secret is invalid.
 */
export function openAccount(declared: DeclaredAccount): Account {
  const cascades = declared.cascades.toSorted((a, b) => a.id - b.id);
  const requestIds = createRequestIdMemory();
  const callbacks = new Map<number | undefined, CallbackRegistration>();
  let balance = declared.balance;
  const price = ({ stages }: CascadeShape) =>
    stages.reduce((sum, { channel }) => sum + (declared.prices[channel] ?? 0), 0);

  return {
    name: declared.name,
    lenient: switchesOf(declared.settings?.lenient ?? {}),
    messages: createMessageMemory(),
    signingKeys: (declared.callback?.secrets ?? [demoSecret]).map(parseSecret),
    cascades,
    findCascade: (cascadeId) => cascades.find(({ id }) => id === cascadeId),
    isRequestIdUsed: (requestId) => requestIds.has(requestId),
    canAfford: (cascade) => balance >= price(cascade),
    accept(requestId, cascade) {
      requestIds.add(requestId);
      balance -= price(cascade);
    },
    registerCallback: (registration) => void callbacks.set(registration.subjectId ?? undefined, registration),
    callback: (subjectId) => callbacks.get(subjectId) ?? callbacks.get(undefined),
  };
}

/** Finds the account of an API key (§5). */
export interface Keyring {
  /** Nothing if the key is missing, wrong or expired. */
  accountOf(key: string | readonly string[] | undefined): Account | undefined;
}

/**
 * Opens all accounts of a provider. Keys are kept as hashes, and every lookup compares all of them, so that
 * the time of an answer reveals nothing (ADR-0028).
 */
export function createKeyring({ accounts }: Provider, now: () => Date): Keyring {
  const entries = accounts.flatMap((declared) => {
    const account = openAccount(declared);
    return declared.keys.map(({ key, expiresAt }) => ({
      account,
      hash: sha256(Buffer.from(key)),
      expiresAt: expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt),
    }));
  });
  return {
    accountOf(key) {
      // Node decodes header bytes as Latin-1; this restores them.
      const presented = sha256(Buffer.from(typeof key === 'string' ? key : '', 'latin1'));
      const [match] = entries.filter(({ hash }) => timingSafeEqual(hash, presented));
      return match !== undefined && now().getTime() < match.expiresAt ? match.account : undefined;
    },
  };
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** A stage of a message that has started, or its first one, with its last status. */
export interface RememberedStage {
  readonly stage: DeclaredStage;
  readonly status: string;
  readonly statusAt: string;
  readonly error: string | null;
}

/** An accepted message and its stages so far. */
export interface RememberedMessage {
  readonly messageId: number;
  /** As it was sent. */
  readonly requestId: string;
  /** As it is compared: in lower case, or the UUID of a text that is none. */
  readonly key: string;
  readonly comment: string | null;
  readonly address: string;
  readonly addressType: string;
  readonly cascade: DeclaredCascade;
  readonly content: Readonly<Record<string, unknown>>;
  readonly acceptedAt: Date;
  /** In the order of the cascade. */
  stages: readonly RememberedStage[];
}

/** The accepted messages of an account, the newest last. */
interface MessageMemory {
  add(message: RememberedMessage): void;
  all(): readonly RememberedMessage[];
}

/** Remembers the last `capacity` messages, so that a mock that runs for weeks stays small. */
export function createMessageMemory(capacity = 10_000): MessageMemory {
  const kept = new Map<number, RememberedMessage>();
  return {
    add(message) {
      kept.set(message.messageId, message);
      if (kept.size <= capacity) return;
      const [oldest] = kept.keys();
      if (oldest !== undefined) kept.delete(oldest);
    },
    all: () => [...kept.values()],
  };
}

/** Used request ids, compared without letter case (ADR-0007). */
interface RequestIdMemory {
  has(requestId: string): boolean;
  add(requestId: string): void;
}

/** Remembers the last `capacity` request ids, so that a mock that runs for weeks stays small. */
export function createRequestIdMemory(capacity = 100_000): RequestIdMemory {
  const used = new Set<string>();
  return {
    has: (requestId) => used.has(requestId.toLowerCase()),
    add(requestId) {
      used.add(requestId.toLowerCase());
      if (used.size <= capacity) return;
      const [oldest] = used;
      if (oldest !== undefined) used.delete(oldest);
    },
  };
}
