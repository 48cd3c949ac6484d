import { type LenientSwitches, switchesOf } from '@cascade/lenient-requests';
import type { CallbackRegistration } from '@cascade/types';
import type { CascadeShape } from '@cascade/validator';
import { demoSecret, parseSecret } from '../callback/signing-secret.ts';
import { createMessageMemory, type MessageMemory } from './message-memory.ts';
import type { DeclaredAccount, DeclaredCascade } from './provider.ts';
import { createRequestIdMemory } from './request-id-memory.ts';

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
