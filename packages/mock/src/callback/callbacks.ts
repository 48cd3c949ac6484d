import { createHmac, randomUUID } from 'node:crypto';
import {
  type KeptCascade,
  type KeptMessage,
  type StageProgress,
  toSeconds,
} from '@cascade/validator/memory-provider';
import type { StatusEventExample } from '../description/read-description.ts';
import type { Log } from '../mock.ts';
import type { MockAccount } from '../provider/account.ts';
import { parseSecret } from './signing-secret.ts';
import { createStatusEvent, type StageEvent, type WantedEvent } from './status-event.ts';

/** Sends status events to the address that the account registered. */
export interface CallbackSender {
  /**
   * Sends the events in turn, each once, and logs the results; the message history then has them. Never
   * rejects.
   */
  send(account: MockAccount, message: KeptMessage, wanted: readonly WantedEvent[]): Promise<void>;
}

interface CallbackOptions {
  readonly examples: ReadonlyMap<string, StatusEventExample>;
  /** Signs the callbacks of every account; the keys of each account if absent. */
  readonly key: Buffer | undefined;
  readonly now: () => Date;
  readonly log: Log;
  /** Aborts attempts in progress when the mock stops. */
  readonly stopped: AbortSignal;
}

/** A sender of signed status events (§6, ADR-0015, ADR-0017). */
export function createCallbacks({ examples, key, now, log, stopped }: CallbackOptions): CallbackSender {
  async function sendOne(account: MockAccount, { stage, wanted: { status, error }, event }: StageEvent) {
    const registered = account.callback(stage.subject.id);
    if (registered === undefined)
      return log.callback({ status, error, result: 'not sent: no callback is registered' });
    const { url, secrets } = registered;
    const body = JSON.stringify(event);
    const keys = key === undefined ? secrets.map(parseSecret) : [key];
    const headers = sign(keys, `msg_${randomUUID()}`, now(), body);
    const result = await attempt(url, { ...account.callbackHeaders(url), ...headers }, body, stopped);
    const unsigned = keys.length === 0 ? ', not signed: no secret is known' : '';
    log.callback({ status, error, to: new URL(url).origin, result: `${result}${unsigned}` });
  }

  return {
    async send(account, message, wanted) {
      const at = now();
      const events = wanted.flatMap((one) => createStatusEvent(examples, message, one, at) ?? []);
      message.progress = startedStages(message.cascade, events, at);
      for (const event of events) await sendOne(account, event);
    },
  };
}

/**
 * The stages up to that of the last event. A stage before it without an event has started as well: its TTL
 * passed without a delivery (ADR-0019, ADR-0035).
 */
function startedStages({ stages }: KeptCascade, events: readonly StageEvent[], at: Date): StageProgress[] {
  const last = events.at(-1)?.stage;
  const started = last === undefined ? [] : stages.slice(0, stages.indexOf(last) + 1);
  return started.map((stage) => {
    const { status, error } = events.find((event) => event.stage === stage)?.wanted ?? expired;
    return { stage, status, statusAt: toSeconds(at), error };
  });
}

const expired = { status: 'EXPIRED', error: null };

const timeoutInMilliseconds = 15_000; // ADR-0018

/** One callback attempt: resolves to the receiver's status, or to why there was no answer. Never rejects. */
async function attempt(
  url: string,
  added: Readonly<Record<string, string>>,
  body: string,
  stopped: AbortSignal,
): Promise<string> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...added, 'content-type': 'application/json' },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stopped, AbortSignal.timeout(timeoutInMilliseconds)]),
    });
    await response.body?.cancel();
    return String(response.status);
  } catch (error) {
    return `no answer: ${explain(error)}`;
  }
}

/** The system's error code. Not the message of `fetch`, which may contain the URL. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
}

/**
 * The Standard Webhooks headers of one callback attempt (ADR-0017): id, time and body are signed with
 * HMAC-SHA256, once for each key. Without a key there is no signature.
 */
export function sign(
  keys: readonly Buffer[],
  id: string,
  at: Date,
  body: string,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const content = `${id}.${timestamp}.${body}`;
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`);
  const signature = keys.length === 0 ? {} : { 'webhook-signature': signatures.join(' ') };
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, ...signature };
}
