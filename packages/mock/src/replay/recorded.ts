import type { Answer } from './answer.ts';

/** A request as it was recorded. */
export interface RecordedRequest {
  readonly name: string;
  readonly method: string;
  /** From the slash on, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The status that the recording expects; that of its answer if absent, or else any 2xx. */
  readonly expected?: number;
  readonly answer?: Answer;
}

/** A callback attempt as it was recorded. */
export interface RecordedCallback {
  /** How many requests of the recording are above it. */
  readonly after: number;
  /** The same for each attempt of one event. */
  readonly webhookId?: string;
  readonly event: Readonly<Record<string, unknown>> & { readonly requestId: string };
  readonly result: string;
}

/** What a file holds. */
export interface Recording {
  readonly requests: readonly RecordedRequest[];
  /** In the order of the attempts. */
  readonly callbacks: readonly RecordedCallback[];
  /** What is not replayed, and why. */
  readonly notes: readonly string[];
}
