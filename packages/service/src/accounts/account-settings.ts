import { type LenientSwitches, switchesOf } from '@cascade/lenient-requests';
import type { CascadeShape, Facts } from '@cascade/validator';
import type { DeclaredSettings } from '../generated/declared-accounts.ts';

/**
 * The settings that are stored as JSON. The engine counts template messages, so their limit has a column of
 * its own.
 */
export interface StoredSettings extends Omit<DeclaredSettings, 'limits'> {
  readonly limits?: Omit<NonNullable<DeclaredSettings['limits']>, 'templateMessagesPerDay'>;
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
