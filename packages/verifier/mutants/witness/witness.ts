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

/** What a witness may do: it sees what a consumer sees, and nothing else. */
export interface Bench {
  send(asked: Asked): Promise<Seen>;
  /** The key of an account whose money suffices for exactly so many SMS messages; another one each time. */
  purse(messages?: 1 | 2): string;
  /**
   * Sends by an account with a registered receiver, and gives what it got for the request id by the time that the provider has made
   * so many callback attempts (1 if absent) with this status. A refused request is not waited for.
   */
  callbacksOf(
    asked: Asked,
    until: { readonly status: string; readonly attempts?: number },
    answer?: (event: JsonObject) => number,
  ): Promise<readonly SeenCallback[]>;
}

/** Requests, and in words what comes of them: before the provider itself, and before the changed one. */
export interface Witness {
  readonly observe: (bench: Bench) => Promise<string>;
  readonly plain: string;
  readonly changed: string;
}
