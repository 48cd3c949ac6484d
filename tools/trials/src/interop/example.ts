import type { Command } from './tool.ts';

/**
 * An example of another language: it schedules a message, reads the problem of a refusal by its code, and verifies
 * callbacks. Both programs run in `folder`, a copy of the example, with these variables: CASCADE_URL (base address),
 * CASCADE_API_KEY, CASCADE_ID (a cascade with an SMS stage only), CASCADE_VECTORS (a folder
 * with the vectors of callbacks and outcomes).
 */
export interface Example {
  /** Its folder in `examples`. */
  readonly name: string;
  readonly language: string;
  /** Each must succeed, or the toolchain is absent. */
  readonly needs: readonly Command[];
  /** Installs what it depends on, and compiles it. */
  build(folder: string): readonly Command[];
  /**
   * Schedules an SMS; address, text and request id follow as arguments. Prints one line and ends with its code:
   * `scheduled <requestId>` (0), `not scheduled: <problem code>: <what to do>` (1), or `unknown: <why>` (2) without
   * an answer of the service.
   */
  send(folder: string): Command;
  /** Ends with 0 if every callback of the vectors gets the verdict, and every message the outcome, that is written there. */
  verify(folder: string): Command;
}
