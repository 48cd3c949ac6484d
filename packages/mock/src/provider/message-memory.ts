import type { DeclaredCascade, DeclaredStage } from './provider.ts';

/** An accepted message, and the status of the stage that its last status event is about. */
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
  stage: DeclaredStage | undefined;
  status: string;
  statusAt: string;
  error: string | null;
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
