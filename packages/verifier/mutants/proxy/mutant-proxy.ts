import { createHmac } from 'node:crypto';
import { serve } from '@cascade/repository/test-kit';
import { Agent, type Dispatcher } from 'undici';
import type { MakeChange, ProxyChange } from '../mutant.ts';
import { createState, demoFixtures, type Fixtures, keyOf, type ProviderState } from './provider-state.ts';
import {
  type Call,
  type Callback,
  isSuccessful,
  type JsonObject,
  type ProxyAnswer,
  passOn,
  readCall,
  readObject,
  registrationPath,
  requestBody,
  toBytes,
  withAnswerBody,
  withRequestBody,
  writeAnswer,
} from './wire.ts';

export interface MutantProxyOptions {
  /** Base address of a conformant provider. */
  readonly target: string;
  /** A mutant, a control, a pair; nothing passes all on as it is. */
  readonly mutant?: { readonly change: MakeChange };
  /** Where the provider reaches this proxy; its own address if absent. */
  readonly callbackBase?: string;
  readonly fixtures?: Fixtures;
  /** `whsec_…` of the account, so that a changed callback keeps a right signature. */
  readonly callbackSecrets?: readonly string[];
  /** Called after each callback of the provider was dealt with. */
  readonly onRelayed?: (relayed: Relayed) => void;
}

/** A proxy on loopback before a provider that is as broken as the mutant says, and in nothing else. */
export async function startMutantProxy(options: MutantProxyOptions) {
  const { target, mutant, fixtures = demoFixtures, callbackSecrets: secrets = [] } = options;
  const { onRelayed = () => {} } = options;
  const dispatcher = new Agent();
  const change = mutant?.change() ?? {};
  const relay = createCallbackRelay({ dispatcher, change, secrets, onRelayed });
  const ask = (call: Call) =>
    relay.register(call, options.callbackBase ?? server.url, (inward) => passOn(dispatcher, target, inward));
  const state = createState({ fixtures, ask, report: relay.report });
  const answerTo = (call: Call): Promise<ProxyAnswer> => {
    if (call.path.startsWith(relayPrefix)) return relay.relay(call, state);
    return change.answer?.(call, state.ask, state) ?? state.ask(call);
  };
  const server = await serve(async (incoming, outgoing) => {
    const answer = await readCall(incoming)
      .then(answerTo)
      // The provider is away or hung up: so do we.
      .catch((): ProxyAnswer => ({ status: 502, headers: {}, body: Buffer.alloc(0), manner: 'hang-up' }));
    writeAnswer(outgoing, answer);
  });
  return {
    /** Base address, without a slash at the end. */
    url: server.url,
    /** What the change makes of a restart; the provider behind it goes on. */
    restart: () => change.restart?.(),
    async close() {
      await server.close();
      await dispatcher.close();
    },
  };
}

/** A callback that has come from the provider and has been dealt with. */
interface Relayed {
  readonly event: JsonObject;
  /** What the provider was answered. */
  readonly status: number;
}

interface RelayOptions {
  readonly dispatcher: Dispatcher;
  readonly change: ProxyChange;
  /** For fresh signatures of changed callbacks. */
  readonly secrets: readonly string[];
  readonly onRelayed: (relayed: Relayed) => void;
}

const relayPrefix = '/mutant-callbacks/';

/** The proxy between provider and receivers: registers its own address and forwards callbacks, changed. */
function createCallbackRelay({ dispatcher, change, secrets, onRelayed }: RelayOptions) {
  const receivers: string[] = [];
  const receiverOf = new Map<string, string>();

  /** Registers our address instead of the receiver's; the consumer does not notice. */
  async function register(
    call: Call,
    ownBase: string,
    next: (call: Call) => Promise<ProxyAnswer>,
  ): Promise<ProxyAnswer> {
    const body = requestBody(call);
    const { statusCallbackUrl: receiver } = body;
    if (call.path !== registrationPath || typeof receiver !== 'string' || !/^https?:/.test(receiver))
      return next(call);
    const own = `${ownBase}${relayPrefix}${receivers.push(receiver) - 1}`;
    const answer = await next(withRequestBody(call, { ...body, statusCallbackUrl: own }));
    if (isSuccessful(answer)) receiverOf.set(keyOf(call), receiver);
    const said = readObject(answer.body);
    if (said?.statusCallbackUrl !== own) return answer;
    return withAnswerBody(answer, { ...said, statusCallbackUrl: receiver });
  }

  async function relay(call: Call, state: ProviderState): Promise<ProxyAnswer> {
    const receiver = receivers[Number(call.path.slice(relayPrefix.length))];
    if (receiver === undefined) return plain(404);
    if (call.method !== 'POST') return plain(await post(receiver, call));
    const event = requestBody(call);
    const next = (callback: Callback) => post(callback.receiver, written(call, event, callback, secrets));
    const callback = { headers: call.headers, event, receiver };
    const status = await (change.deliver?.(callback, next, state) ?? next(callback));
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

function plain(status: number): ProxyAnswer {
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
