import { createHmac } from 'node:crypto';
import type { Dispatcher } from 'undici';
import type { Change } from '../mutant.ts';
import {
  type Answer,
  type Call,
  type Callback,
  isAccepted,
  type JsonObject,
  passOn,
  readObject,
  registrationPath,
  requestBody,
  toBytes,
  withAnswerBody,
  withRequestBody,
} from './wire.ts';
import { keyOf, type World } from './world.ts';

/** A callback that has come from the provider and has been dealt with. */
export interface Relayed {
  readonly event: JsonObject;
  /** What the provider was answered. */
  readonly status: number;
}

interface RelayOptions {
  readonly dispatcher: Dispatcher;
  readonly change: Change;
  /** For fresh signatures of changed callbacks. */
  readonly secrets: readonly string[];
  readonly onRelayed: (relayed: Relayed) => void;
}

export const relayPrefix = '/mutant-callbacks/';

/** The proxy between provider and receivers: registers its own address and forwards callbacks, changed. */
export function createCallbackRelay({ dispatcher, change, secrets, onRelayed }: RelayOptions) {
  const receivers: string[] = [];
  const receiverOf = new Map<string, string>();

  /** Registers our address instead of the receiver's; the consumer does not notice. */
  async function register(
    call: Call,
    ownBase: string,
    next: (call: Call) => Promise<Answer>,
  ): Promise<Answer> {
    const body = requestBody(call);
    const { statusCallbackUrl: receiver } = body;
    if (call.path !== registrationPath || typeof receiver !== 'string' || !/^https?:/.test(receiver))
      return next(call);
    const own = `${ownBase}${relayPrefix}${receivers.push(receiver) - 1}`;
    const answer = await next(withRequestBody(call, { ...body, statusCallbackUrl: own }));
    if (isAccepted(answer)) receiverOf.set(keyOf(call), receiver);
    const said = readObject(answer.body);
    if (said?.statusCallbackUrl !== own) return answer;
    return withAnswerBody(answer, { ...said, statusCallbackUrl: receiver });
  }

  async function relay(call: Call, world: World): Promise<Answer> {
    const receiver = receivers[Number(call.path.slice(relayPrefix.length))];
    if (receiver === undefined) return plain(404);
    if (call.method !== 'POST') return plain(await post(receiver, call));
    const event = requestBody(call);
    const next = (callback: Callback) => post(callback.receiver, written(call, event, callback, secrets));
    const callback = { headers: call.headers, event, receiver };
    const status = await (change.deliver?.(callback, next, world) ?? next(callback));
    onRelayed({ event, status });
    return plain(status);
  }

  async function report(key: string, event: JsonObject): Promise<void> {
    const receiver = receiverOf.get(key);
    const headers = { 'content-type': 'application/json' };
    if (receiver !== undefined) await post(receiver, { method: 'POST', headers, body: toBytes(event) });
  }

  async function post(receiver: string, attempt: Pick<Call, 'method' | 'headers' | 'body'>): Promise<number> {
    try {
      return (await passOn(dispatcher, receiver, { ...attempt, path: '' })).status;
    } catch {
      // Away: to the provider that is one more failed attempt.
      return 502;
    }
  }

  return { register, relay, report };
}

/** The callback as sent: with the provider's bytes, or signed again, so that only the change differs. */
function written(
  original: Call,
  came: JsonObject,
  { headers, event, signature = 'right' }: Callback,
  secrets: readonly string[],
): Pick<Call, 'method' | 'headers' | 'body'> {
  const { 'webhook-signature': signed, ...rest } = headers;
  const body = event === came ? original.body : toBytes(event);
  const attempt = { method: 'POST', headers: rest, body };
  if (signed === undefined || signature === 'none') return attempt;
  const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '' } = rest;
  const sign = (by: readonly string[]) => signatureOf({ id, timestamp, body }, by);
  const isAsItCame = event === came && headers === original.headers;
  const right = isAsItCame || secrets.length === 0 ? signed : sign(secrets);
  return {
    ...attempt,
    headers: { ...rest, 'webhook-signature': signature === 'wrong' ? sign([wrongSecret]) : right },
  };
}

const wrongSecret = 'whsec_bm90IHRoZSBzZWNyZXQgb2YgYW55Ym9keQ==';

function plain(status: number): Answer {
  return { status, headers: {}, body: Buffer.alloc(0) };
}

/** The header of Standard Webhooks for these secrets (ADR-0017). */
function signatureOf(
  { id, timestamp, body }: { readonly id: string; readonly timestamp: string; readonly body: Buffer },
  secrets: readonly string[],
): string {
  const sign = (secret: string) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
  };
  return secrets.map(sign).join(' ');
}
