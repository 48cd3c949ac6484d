/** A provider as its file declares it: the shape of `spec/schemas/provider.schema.yaml`. */
export interface Provider {
  readonly accounts: readonly DeclaredAccount[];
}

/** An account with its keys (ADR-0028), its money (ADR-0012) and its cascades (§2.3). */
export interface DeclaredAccount {
  readonly name: string;
  readonly keys: readonly { readonly key: string; readonly expiresAt?: string }[];
  readonly balance: number;
  /** Minor units for one attempt at a stage, by channel; a channel that is not listed costs nothing. */
  readonly prices: Readonly<Record<string, number>>;
  readonly cascades: readonly DeclaredCascade[];
}

/** Ordered stages, one channel each (§2.3). */
export interface DeclaredCascade {
  readonly id: number;
  readonly name: string;
  readonly coverage?: 'violations' | 'code';
  readonly stages: readonly DeclaredStage[];
}

/** A stage, its channel, and the sender signature that it uses. */
export interface DeclaredStage {
  readonly uuid: string;
  readonly channel: string;
  /** Time until the next stage starts, `HH:MM:SS`. */
  readonly ttl?: string;
  readonly subject: { readonly id: number; readonly subject: string };
}
