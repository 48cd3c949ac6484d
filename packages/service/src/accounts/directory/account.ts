import type { PlannedStage } from '../../domain/planned-stage.ts';
import type { AccountSettings } from '../account-settings.ts';

/** An account as a request meets it: everything but its money, which only the database knows. */
export interface Account {
  readonly id: number;
  readonly name: string;
  /** By cascadeId (§2.3), rising. */
  readonly cascades: ReadonlyMap<number, AccountCascade>;
  readonly settings: AccountSettings;
}

export interface AccountCascade {
  readonly id: number;
  readonly name: string;
  /** How content that is missing for a stage is refused (ADR-0004). */
  readonly coverage: 'violations' | 'code';
  /** At least one, in order. */
  readonly stages: readonly AccountStage[];
}

/** A stage at today's price. */
export interface AccountStage extends PlannedStage {
  /** From 1. */
  readonly order: number;
}
