import type { Log } from './log.ts';
import type { Provider } from './provider/provider.ts';
import type { MockRequest } from './request/mock-request.ts';

/** Configuration of a mock; everything has a default. */
export interface MockOptions {
  /** The provider file or its parsed content; `spec/samples/provider.yaml` if absent. */
  readonly provider?: string | Provider;
  /**
   * Signs the callbacks of every account: `whsec_…` (ADR-0017). If absent, the secrets of the account in the provider
   * file do, or else a public demo secret.
   */
  readonly callbackSecret?: string;
  /** Whether to allow web pages of other origins (CORS); false if absent. */
  readonly cors?: boolean;
  /** Receives each line of the log; nothing is logged if absent. */
  readonly log?: (text: string) => void;
  /** The clock, for keys that expire, for callbacks and for the log. */
  readonly now?: () => Date;
}

/** A mock without a socket: gives the same answers as over HTTP. */
export interface Mock {
  answer(request: MockRequest): Promise<MockAnswer>;
  /** 500 `system-error`, for a fault of the mock itself. */
  systemError(): Promise<MockAnswer>;
  readonly log: Log;
  /** Aborts callback attempts in progress. */
  stop(): void;
}

/** An HTTP answer, ready to be written. */
export interface MockAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The problem code, if the answer is a problem. */
  readonly code?: string;
  /** Runs after the answer has been written; never rejects. */
  readonly afterwards?: () => Promise<void>;
}
