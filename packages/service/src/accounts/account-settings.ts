import { type LenientSwitches, switchesOf } from '@cascade/lenient-requests';
import type { CascadeShape, Facts } from '@cascade/validator';

/** Settings as the file declares them. An absent switch is off; without a limit, requests are unlimited. */
export interface DeclaredSettings extends StoredSettings {
  readonly limits?: StoredSettings['limits'] & {
    /** Chattwo only; the engine counts them, so the limit has a column of its own. */
    readonly templateMessagesPerDay?: number;
  };
}

/** The settings that are stored as JSON. */
export interface StoredSettings {
  readonly lenient?: Partial<LenientSwitches>;
  readonly limits?: { readonly requestsPerSecond?: number };
  /** Statuses to report besides UNDELIVERED; all if absent (ADR-0034). */
  readonly callbacks?: { readonly statuses?: readonly string[] };
}

/** The settings that apply to a request. */
export interface AccountSettings {
  readonly lenient: LenientSwitches;
  /** `null`: unlimited (ADR-0030). */
  readonly requestsPerSecond: number | null;
}

/** Fills in the defaults. */
export function completeSettings({ lenient, limits }: StoredSettings): AccountSettings {
  return {
    lenient: switchesOf(lenient ?? {}),
    requestsPerSecond: limits?.requestsPerSecond ?? null,
  };
}

/** What the rules ask of an account. */
export interface JudgedAccount {
  readonly cascades: ReadonlyMap<number, CascadeShape>;
  readonly settings: AccountSettings;
}

/** What needs no store. */
export function factsOf({ cascades }: JudgedAccount): Facts {
  return { findCascade: (id) => cascades.get(id) };
}
