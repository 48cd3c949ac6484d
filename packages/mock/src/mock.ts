import type { Log } from './log.ts';
import type { Provider } from './provider/provider.ts';
import type { MockRequest } from './request/mock-request.ts';

/** How a mock differs from the one that the samples describe. */
export interface MockOptions {
  /** Accounts, keys and cascades: a YAML file, or what it would hold; `spec/samples/provider.yaml` if absent. */
  readonly provider?: string | Provider;
  /** Signs callbacks: `whsec_…` (ADR-0017); a fixed demo secret if absent. */
  readonly callbackSecret?: string;
  /** Whether web pages of other origins may use the mock (CORS); no if absent. */
  readonly cors?: boolean;
  /** Takes the log, piece by piece; nobody if absent. */
  readonly log?: (text: string) => void;
  /** The clock, for keys that expire, for callbacks and for the log. */
  readonly now?: () => Date;
}

/** A provider without a socket: requests get the answers that they would get over HTTP. */
export interface Mock {
  answer(request: MockRequest): Promise<MockAnswer>;
  /** 500 `system-error`, for a fault of the mock itself. */
  systemError(): Promise<MockAnswer>;
  readonly log: Log;
  /** Ends callback attempts that are under way. */
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
  /** What is done once the answer is on its way; never rejects. */
  readonly afterwards?: () => Promise<void>;
}
