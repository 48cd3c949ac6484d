import type { DeclaredSettings } from '../account-settings.ts';

/** The accounts of a file: the shape of `accounts.schema.yaml`. */
export interface DeclaredAccounts {
  readonly accounts: readonly DeclaredAccount[];
}

/** An account as its operator declares it: keys (ADR-0028), money (ADR-0012), cascades (§2.3). */
export interface DeclaredAccount {
  readonly name: string;
  readonly keys: readonly DeclaredKey[];
  /** Opening balance; 0 if absent. */
  readonly balance?: number;
  readonly prices: Readonly<Record<string, number>>;
  readonly cascades: readonly DeclaredCascade[];
  readonly senders?: readonly DeclaredSender[];
  readonly templates?: readonly DeclaredTemplate[];
  readonly callback?: DeclaredCallback;
  readonly settings?: DeclaredSettings;
}

/** Either a key or its SHA-256. */
export interface DeclaredKey {
  readonly key?: string;
  readonly hash?: string;
  readonly label?: string;
  readonly expiresAt?: string;
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

export interface DeclaredSender {
  readonly channel: string;
  readonly subject: string;
  readonly activated?: boolean;
}

export interface DeclaredTemplate {
  readonly channel: string;
  readonly name: string;
  readonly text: string;
}

export interface DeclaredCallback {
  readonly url?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
}
