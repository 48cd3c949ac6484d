import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { HttpRequest } from '../../exchange/http-request.ts';
import type { JsonObject } from '../../json.ts';
import type { HandlerRun, Reception, Scenario, SecretName } from '../../scenario/scenario.ts';

/** What the receiver must do with a request: `any` answer is right, `open` ones are judged by what was handled. */
type Wanted = 'taken' | 'refused' | 'head' | 'open' | 'any';

/** An event of a scenario, the same in all its repeats. */
export interface SentEvent {
  readonly webhookId: string;
  readonly requestId: string;
  /** Whether the file of handled events can name it. */
  readonly isCountable: boolean;
}

/** A request to a receiver, signed at the moment that it is made. */
export interface PreparedReception {
  readonly wanted: Wanted;
  readonly isMeanwhile: boolean;
  /** Whether a 2xx promises that the event is handled. */
  readonly isEvent: boolean;
  readonly event: SentEvent;
  make(): HttpRequest;
}

export interface Signing {
  /** What the receiver knows, the current one first; none if callbacks are unsigned. */
  readonly secrets: readonly string[];
  readonly longestBody?: number;
}

/** The requests of a scenario, with ids of their own. */
export function prepareReceptions(
  { given, when }: Pick<Scenario, 'given' | 'when'>,
  signing: Signing,
): PreparedReception[] {
  const { requests = when.event === undefined ? [] : [{ answer: 200, body: when.event }] } = when;
  const shared = randomUUID();
  const webhookIds = new Map<string, string>();
  const statusAt = new Date().toISOString();
  const requestIds = new Map<string, string>();
  return requests.map((reception): PreparedReception => {
    const { id = 'msg_1', answer, meanwhile = false } = reception;
    const webhookId = webhookIds.get(id) ?? newId(id);
    webhookIds.set(id, webhookId);
    const requestId = requestIds.get(id) ?? randomUUID();
    requestIds.set(id, requestId);
    const handler = id === 'msg_1' ? given.handler : undefined;
    const filled = given.longest === undefined ? {} : { longest: signing.longestBody ?? given.longest };
    const text = bodyOf(reception, { requestId, shared, statusAt, handler, ...filled });
    const isCountable = reception.text === undefined && text.includes(requestId);
    const wanted = wantedOf(reception);
    return {
      wanted,
      isMeanwhile: meanwhile,
      isEvent: wanted === 'taken' || wanted === 'open' || answer === 413,
      event: { webhookId, requestId, isCountable },
      make: () => requestOf(reception, { webhookId, text, knows: given.knows ?? ['current'], signing }),
    };
  });
}

function newId(name: string): string {
  const id = `verify_${randomUUID()}`;
  return name === 'too long' ? id.padEnd(256, 'm') : id;
}

function wantedOf({ answer, method = 'POST' }: Reception): Wanted {
  if (method === 'HEAD') return 'head';
  if (method !== 'POST') return 'any';
  if (answer < 300) return 'taken';
  if (answer === 401) return 'refused';
  return answer === 409 || answer >= 500 ? 'open' : 'any';
}

interface BodyParts {
  readonly requestId: string;
  /** For events of one message. */
  readonly shared: string;
  readonly statusAt: string;
  readonly handler: readonly HandlerRun[] | undefined;
  /** The body is to have one byte more. */
  readonly longest?: number;
}

/** An event in the shape that we assume (ADR-0015), with what the row lays over it. */
function bodyOf({ text, body, characters }: Reception, parts: BodyParts): string {
  if (text !== undefined) return text;
  const { requestId, shared, statusAt, handler, longest } = parts;
  const fields: JsonObject = {
    requestId,
    messageId: 1,
    cascadeId: 4010,
    cascadeStageUUID: randomUUID(),
    subject: 'verification',
    subjectId: 1,
    channelType: 'CHATTWO',
    status: 'SENT',
    statusAt,
    error: null,
    comment: handler === undefined ? null : commentOf(handler),
    ...body,
    ...(characters === undefined ? {} : { comment: '€'.repeat(characters) }),
    ...(typeof body?.requestId === 'string'
      ? { requestId: body.requestId === '{{requestId}}' ? shared : requestId }
      : {}),
  };
  if (longest === undefined || body?.comment !== 'long') return JSON.stringify(fields);
  const empty = Buffer.byteLength(JSON.stringify({ ...fields, comment: '' }));
  return JSON.stringify({ ...fields, comment: 'x'.repeat(Math.max(0, longest + 1 - empty)) });
}

/** What a test program's handler does with the event: a word for each run. */
function commentOf(handler: readonly HandlerRun[]): string {
  return `verify ${handler.map((run) => run.replaceAll(/, | /g, '-')).join(' ')}`;
}

interface RequestParts {
  readonly webhookId: string;
  readonly text: string;
  readonly knows: readonly SecretName[];
  readonly signing: Signing;
}

function requestOf(reception: Reception, { webhookId, text, knows, signing }: RequestParts): HttpRequest {
  const { method = 'POST', by = ['current'], age = 0, altered } = reception;
  if (method !== 'POST') return { method, path: '', headers: {}, body: '' };
  const signedAt = new Date(Date.now() - age * 1_000);
  const secrets = signing.secrets.length === 0 ? [] : by.map((name) => secretOf(name, knows, signing));
  const signature = secrets.map((secret) => new Webhook(secret).sign(webhookId, signedAt, text)).join(' ');
  const signed = {
    'content-type': 'application/json',
    'webhook-id': webhookId,
    ...(secrets.length === 0
      ? {}
      : {
          'webhook-timestamp': String(Math.floor(signedAt.getTime() / 1_000)),
          'webhook-signature': signature,
        }),
  };
  const laid = Object.entries({ ...signed, ...reception.headers }).flatMap(([name, value]) =>
    value === null ? [] : [[name, value.replace('{{signature}}', signature)] as const],
  );
  return { method, path: '', headers: Object.fromEntries(laid), body: `${text}${altered ? ' ' : ''}` };
}

const stranger = `whsec_${Buffer.from('no receiver was given this secret').toString('base64')}`;

/** The secret of that name among those that the receiver knows, or else a secret that it does not know. */
function secretOf(name: SecretName, knows: readonly SecretName[], { secrets }: Signing): string {
  return secrets[knows.indexOf(name)] ?? stranger;
}
