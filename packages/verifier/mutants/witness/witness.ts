import type { JsonObject } from '../proxy/json.ts';

/** A request as a consumer makes it. */
export interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Left out: no body. A string goes as it is. */
  readonly body?: JsonObject | string;
}

export interface Seen {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The header names, as they were written. */
  readonly writtenNames: readonly string[];
}

/** A callback as the receiver sees it. */
export interface SeenCallback {
  /** When it came, in milliseconds. */
  readonly at: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** What a witness can use: only what a consumer can see. */
export interface Bench {
  send(asked: Asked): Promise<Seen>;
  /** The key of an account that can pay for exactly this number of SMS messages; a new account each time. */
  purse(messages?: 1 | 2): string;
  /**
   * Sends by an account with a registered receiver. Resolves with the callbacks for the request id, once the provider
   * has made `attempts` (1 if absent) callback attempts with this status, or at once if the request is refused. Of several
   * requests, sent in turn, it is the last one.
   */
  callbacksOf(
    asked: Asked | readonly Asked[],
    until: { readonly status: string; readonly attempts?: number },
    answer?: (event: JsonObject) => number,
  ): Promise<readonly SeenCallback[]>;
}

/** Requests, and in words their outcome at the provider itself and at the changed one. */
export interface Witness {
  readonly observe: (bench: Bench) => Promise<string>;
  readonly plain: string;
  readonly changed: string;
}
