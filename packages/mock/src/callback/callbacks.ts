import { randomUUID } from 'node:crypto';
import { nextAttemptIn, readRetryAfter, retrySchedule } from '@cascade/transition';
import type { Log } from '../mock.ts';
import type { MockAccount } from '../provider/account.ts';
import type { CallbackAttempt } from './callback-attempt.ts';
import { sign } from './sign.ts';
import { parseSecret } from './signing-secret.ts';

/** What a scene does to the callback of an event. */
export interface CallbackFate {
  /** How much later it is sent; later events do not wait for it, so they overtake it. */
  readonly delaySeconds?: number;
  /** How often the receiver gets it again after it took it. */
  readonly repeat?: number;
  /** It is never sent. */
  readonly drop?: boolean;
}

/** What is to be sent. */
interface Outgoing {
  /** The sender whose registration is used (ADR-0014); that of the whole account if undefined. */
  readonly subjectId: number | undefined;
  /** For the log. */
  readonly status: string;
  readonly error: string | null;
  readonly event: Readonly<Record<string, unknown>>;
}

/** Sends events to the address that the account registered. */
export interface CallbackSender {
  /**
   * Resolves when the first attempt has ended, or was put off: then the next event of the message is sent
   * (ADR-0037). What failed is sent again by ADR-0018, on the clock of the account. Never rejects.
   */
  send(account: MockAccount, outgoing: Outgoing, fate?: CallbackFate): Promise<void>;
  /** Calls a function after each attempt from now on, and for what is not sent. */
  hear(listener: (attempt: CallbackAttempt) => void): void;
}

interface CallbackOptions {
  /** Signs the callbacks of every account; the keys of each account if absent. */
  readonly key: Buffer | undefined;
  readonly now: () => Date;
  readonly log: Log;
}

/** An event on its way. */
interface Sending {
  readonly account: MockAccount;
  readonly outgoing: Outgoing;
  readonly webhookId: string;
  /** Of the first attempt, on the clock of the account. */
  readonly since: Date;
  attempts: number;
  /** How often it is still repeated. */
  repeats: number;
}

/** What listeners hear of an attempt. */
interface Told {
  readonly result: string;
  readonly url?: string | undefined;
  readonly nextAt?: Date | undefined;
}

/** A sender of signed status events (§6, ADR-0015, ADR-0017, ADR-0018). */
export class Callbacks implements CallbackSender {
  readonly #options: CallbackOptions;
  readonly #listeners: ((attempt: CallbackAttempt) => void)[] = [];

  constructor(options: CallbackOptions) {
    this.#options = options;
  }

  hear(listener: (attempt: CallbackAttempt) => void): void {
    this.#listeners.push(listener);
  }

  async send(
    account: MockAccount,
    outgoing: Outgoing,
    { delaySeconds = 0, repeat = 0, drop = false }: CallbackFate = {},
  ): Promise<void> {
    const delay = delaySeconds * 1_000;
    const since = new Date(account.clock.now().getTime() + delay);
    const webhookId = `msg_${randomUUID()}`;
    const sending: Sending = { account, outgoing, webhookId, since, attempts: 0, repeats: repeat };
    if (drop) this.#tellNotSent(sending, 'its scene drops it');
    else if (delay === 0) await this.#attemptOnce(sending);
    else this.#sendAt(sending, since);
  }

  #tell({ account, outgoing, webhookId, attempts }: Sending, { result, url, nextAt }: Told): void {
    const { status, error, event } = outgoing;
    const to = url === undefined ? {} : { to: new URL(url).origin };
    this.#options.log.callback({ status, error, ...to, result });
    // After a reset, nothing of the time before is remembered.
    if (account.stopped.aborted) return;
    const at = account.clock.now();
    const made = { account: account.name, url, webhookId, attempt: attempts, at, event, result, nextAt };
    try {
      for (const listener of this.#listeners) listener(made);
    } catch (error) {
      // A full disk of a recording must not end the callbacks.
      this.#options.log.fault(error);
    }
  }

  #tellNotSent(sending: Sending, why: string, url?: string): void {
    this.#tell({ ...sending, attempts: 0 }, { result: `not sent: ${why}`, url });
  }

  /** One attempt, and what follows from it. */
  async #attemptOnce(sending: Sending): Promise<void> {
    const { account, outgoing, webhookId } = sending;
    const { key, now } = this.#options;
    const registered = account.callback(outgoing.subjectId);
    if (registered === undefined) return this.#tellNotSent(sending, 'no callback is registered');
    const { url, secrets } = registered;
    if (account.receivers.isGone(url))
      return this.#tellNotSent(sending, 'the receiver answered 410 before', url);
    const version = account.receivers.version();
    const body = JSON.stringify(outgoing.event);
    const keys = key === undefined ? secrets.map(parseSecret) : [key];
    const headers = { ...account.callbackHeaders(url), ...sign(keys, webhookId, now(), body) };
    sending.attempts += 1;
    const { result, status, retryAfterMs } = await attempt(url, { headers, body, stopped: account.stopped });
    const unsigned = keys.length === 0 ? ', not signed: no secret is known' : '';
    const nextAt = this.#nextAttemptAt(sending, status, retryAfterMs);
    this.#tell(sending, { result: `${result}${unsigned}`, url, nextAt });
    if (isTaken(status)) return this.#repeated(sending);
    if (status === 410) return account.receivers.gone(url, version);
    if (nextAt !== undefined) this.#sendAt(sending, nextAt);
  }

  async #repeated(sending: Sending): Promise<void> {
    if (sending.repeats === 0 || sending.account.stopped.aborted) return;
    sending.repeats -= 1;
    return this.#attemptOnce(sending);
  }

  /** Without the random addition of ADR-0018, so that a test knows the time. */
  #nextAttemptAt(sending: Sending, status: number, retryAfterMs: number | undefined): Date | undefined {
    if (isTaken(status) || status === 410 || sending.account.stopped.aborted) return undefined;
    const { clock } = sending.account;
    const now = clock.now().getTime();
    const waitedMs = now - sending.since.getTime();
    const failure = { attempts: sending.attempts, waitedMs, retryAfterMs };
    const delay = nextAttemptIn(failure, retrySchedule, () => 0);
    return delay === undefined ? undefined : new Date(now + delay);
  }

  #sendAt(sending: Sending, at: Date): void {
    const { clock } = sending.account;
    clock.at(at, () => clock.track(this.#attemptOnce(sending)));
  }
}

const timeoutInMilliseconds = 15_000; // ADR-0018

interface Attempt {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly stopped: AbortSignal;
}

/** The receiver's status, or 0 and why there is none. */
interface AttemptResult {
  readonly status: number;
  readonly result: string;
  readonly retryAfterMs?: number | undefined;
}

function isTaken(status: number): boolean {
  return status >= 200 && status < 300;
}

/** One callback attempt. Never rejects. */
async function attempt(url: string, { headers, body, stopped }: Attempt): Promise<AttemptResult> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stopped, AbortSignal.timeout(timeoutInMilliseconds)]),
    });
    await response.body?.cancel();
    const { status } = response;
    const retryAfter = response.headers.get('retry-after') ?? '';
    return { status, result: String(status), retryAfterMs: readRetryAfter(retryAfter, new Date()) };
  } catch (error) {
    return { status: 0, result: `no answer: ${explain(error)}` };
  }
}

/** The system's error code. Not the message of `fetch`, which may contain the URL. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
}
