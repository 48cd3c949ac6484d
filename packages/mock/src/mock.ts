import type { LenientSwitches } from '@cascade/lenient-requests';
import type { CallbackAttempt } from './callback/callback-attempt.ts';
import type { WantedEvent } from './callback/status-event.ts';
import type { NewScene } from './generated/control.ts';
import type { Provider } from './provider/provider.ts';
import type { MockRequest } from './request.ts';

/** Configuration of a mock; everything has a default. */
export interface MockOptions {
  /** The provider file or its parsed content; `spec/samples/provider.yaml` if absent. */
  readonly provider?: string | Provider;
  /**
   * Signs the callbacks of every account: `whsec_…` (ADR-0017). If absent, the secrets of registrations do,
   * and those of the provider file beside them (ADR-0057).
   */
  readonly callbackSecret?: string;
  /** The older shapes that every account reads (ADR-0027), instead of those that the provider file lists. */
  readonly lenient?: Partial<LenientSwitches>;
  /**
   * A file to which each request with its answer and each callback is appended, without keys and secrets, as
   * `replay` reads them; it has texts and addresses.
   */
  readonly record?: string;
  /**
   * Whether to serve the control interface (ADR-0062): to this machine, or to others too; false if absent.
   */
  readonly control?: boolean | 'from-anywhere';
  /** What becomes of messages from the start (ADR-0062): a file of scenes, or its parsed content. */
  readonly scenes?: string | readonly NewScene[];
  /** Whether to allow web pages of other origins (CORS); false if absent. */
  readonly cors?: boolean;
  /** Receives each line of the log; nothing is logged if absent. */
  readonly log?: (text: string) => void;
  /** The clock, for keys that expire, for callbacks and for the log. */
  readonly now?: () => Date;
}

/** Told of what a mock does beside its answers. */
export interface MockHooks {
  /** Called after each callback attempt. */
  readonly onAttempt?: (attempt: CallbackAttempt) => void;
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
  /** The `detail` of that problem. */
  readonly detail?: string;
  /** What was accepted and never read, as pointers into the body. */
  readonly unread?: readonly string[];
  /** Whether the log leaves it out: an inspector that is open asks all the time. */
  readonly isUnlogged?: boolean;
  /** Whether the connection is cut in place of the whole answer, or after half of its body. */
  readonly cut?: 'whole' | 'half';
  /** Runs after the answer has been written; never rejects. */
  readonly afterwards?: () => Promise<void>;
}

/** One answered request, without headers and body. */
interface RequestRecord {
  readonly method: string;
  readonly path: string;
  /** Undefined if the client disconnected before the answer. */
  readonly status: number | undefined;
  /** The problem code, if the answer is a problem. */
  readonly code?: string | undefined;
  readonly unread?: readonly string[] | undefined;
  readonly milliseconds: number;
}

/** One callback attempt, with only the origin of its address. */
interface CallbackRecord extends WantedEvent {
  readonly to?: string;
  readonly result: string;
}

/** A log for people, one line per event. Never contains keys, addresses or texts. */
export interface Log {
  request(record: RequestRecord): void;
  callback(record: CallbackRecord): void;
  /** A fault of the mock itself. */
  fault(error: unknown): void;
}

/** A log whose lines begin with the time of day. */
export function createPrintedLog(write: (line: string) => void, now: () => Date): Log {
  const line = (...parts: readonly (string | number)[]) => write(`${timeOfDay(now())} ${parts.join(' ')}\n`);
  return {
    request: ({ method, path, status, code, unread = [], milliseconds }) =>
      line(
        method,
        printable(path),
        status ?? 'gone',
        code ?? '-',
        `${Math.round(milliseconds)} ms`,
        ...(unread.length === 0 ? [] : ['never read, its switch is off:', ...unread.map(printable)]),
      ),
    callback: ({ status, error, to, result }) =>
      line('callback', status, printable(error ?? '-'), ...(to === undefined ? [] : [to]), result),
    fault: (error) => line('fault', error instanceof Error ? (error.stack ?? error.message) : String(error)),
  };
}

/** 14:05:09.123, in UTC. */
function timeOfDay(date: Date): string {
  return date.toISOString().slice(11, 23);
}

/** Text of a client, safe for one line: printable ASCII, at most 120 characters. */
function printable(text: string): string {
  return text.replace(/[^\x21-\x7e]/g, '?').slice(0, 120);
}
