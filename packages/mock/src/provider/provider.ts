import type { LenientSwitches } from '@cascade/lenient-requests';

/** A provider as its file declares it: the shape of `spec/schemas/provider.schema.yaml`. */
export interface Provider {
  readonly accounts: readonly DeclaredAccount[];
}

/** An account with its keys (ADR-0028), its money (ADR-0012) and its cascades (§2.3). */
export interface DeclaredAccount {
  readonly name: string;
  readonly keys: readonly { readonly key: string; readonly expiresAt?: string }[];
  readonly balance: number;
  /** Price of one stage attempt in minor units, by channel; unlisted channels are free. */
  readonly prices: Readonly<Record<string, number>>;
  readonly cascades: readonly DeclaredCascade[];
  /** The secrets that sign callbacks (ADR-0017); the demo secret of the mock if absent. */
  readonly callback?: { readonly secrets: readonly string[] };
  /** Which older request shapes are let in (ADR-0027); all off if absent. */
  readonly settings?: { readonly lenient?: Partial<LenientSwitches> };
}

/** Ordered stages, one channel each (§2.3). */
export interface DeclaredCascade {
  readonly id: number;
  readonly name: string;
  readonly coverage?: 'violations' | 'code';
  readonly stages: readonly DeclaredStage[];
}

/** A stage with its channel and sender signature. */
export interface DeclaredStage {
  readonly uuid: string;
  readonly channel: string;
  /** Time until the next stage starts, `HH:MM:SS`. */
  readonly ttl?: string;
  readonly subject: { readonly id: number; readonly subject: string };
}
