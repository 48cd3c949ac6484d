import type { DeclaredCascade, DeclaredStage } from './provider.ts';

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
export interface MessageMemory {
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
