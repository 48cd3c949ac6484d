import type { PlannedStage } from '@cascade/transition';
import type { AccountSettings } from '../account-settings.ts';

/** An account as requests see it: without its money, which only the database knows. */
export interface Account {
  readonly id: number;
  readonly name: string;
  /** By cascadeId (§2.3), ascending. */
  readonly cascades: ReadonlyMap<number, AccountCascade>;
  readonly settings: AccountSettings;
  readonly senders: readonly AccountSender[];
  readonly templates: readonly AccountTemplate[];
}

/** A sender signature on a channel (§7.4). */
export interface AccountSender {
  readonly channel: string;
  readonly subject: string;
  readonly activated: boolean;
}

/** A text that messages on a channel may match (§7.4). */
export interface AccountTemplate {
  readonly channel: string;
  readonly name: string;
  readonly text: string;
}

export interface AccountCascade {
  readonly id: number;
  readonly name: string;
  /** Which problem reports a stage without content (ADR-0004). */
  readonly coverage: 'violations' | 'code';
  /** At least one, in order. */
  readonly stages: readonly AccountStage[];
}

/** A stage at its current price. */
export interface AccountStage extends PlannedStage {
  /** From 1. */
  readonly order: number;
}
