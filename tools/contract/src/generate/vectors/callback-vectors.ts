import { createHmac } from 'node:crypto';

/** A callback as it arrives, and whether a receiver with these secrets accepts its signature at this time. */
export interface CallbackVector {
  readonly id: string;
  readonly says: string;
  /** The secrets that the receiver knows: `whsec_` and base64. */
  readonly secrets: readonly string[];
  /** The receiver's clock, in seconds since 1970. A signature counts within 300 seconds of it. */
  readonly now: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes of the body, in base64. */
  readonly bodyBase64: string;
  readonly verdict: 'valid' | 'invalid';
}

type Headers = CallbackVector['headers'];

/** Those of the vectors: they sign nothing else. */
export const secrets = {
  current: secretOf('vectors of cascade: current secret'),
  earlier: secretOf('vectors of cascade: earlier secret'),
  foreign: secretOf('vectors of cascade: foreign secret'),
};
const { current, earlier, foreign } = secrets;
/** The receiver's clock. */
export const now = 1_769_771_275;
const tolerance = 300;

/**
 * A valid callback for each event, then what a receiver must tell apart: altered, old, other secret
 * (ADR-0017).
 */
export function callbackVectors(events: Readonly<Record<string, unknown>>): CallbackVector[] {
  const bodies = Object.entries(events).map(([id, event]) => ({ id, body: JSON.stringify(event) }));
  const body = bodies[0]?.body ?? '{}';
  const withoutRequest = JSON.stringify({ ...JSON.parse(body), requestId: null });
  return [
    ...bodies.map((event) => validEvent(event)),
    validEvent({ id: 'without-request', body: withoutRequest }),
    ...rotated(body),
    ...outOfTime(body),
    ...forged(body),
  ];
}

function validEvent({ id, body }: { readonly id: string; readonly body: string }): CallbackVector {
  return vector(
    `valid-${id}`,
    `the event ${id}`,
    body,
    callbackHeaders(`msg_${id}`, now, body, current),
    'valid',
  );
}

function rotated(body: string): CallbackVector[] {
  const both = callbackHeaders('msg_rotation', now, body, earlier, current);
  const future = `v2,${'A'.repeat(44)} ${both['webhook-signature']}`;
  const valid = (id: string, says: string, headers: Headers, ...secrets: string[]) =>
    vector(`valid-${id}`, says, body, headers, 'valid', secrets.length === 0 ? [current] : secrets);
  return [
    valid('first-of-two', 'two signatures, the receiver knows the current secret', both),
    valid('second-of-two', 'two signatures, the receiver knows the earlier secret', both, earlier),
    valid(
      'two-secrets',
      'one signature, the receiver knows two secrets',
      callbackHeaders('msg_two', now, body, earlier),
      current,
      earlier,
    ),
    valid('unknown-version', 'a signature of an unknown version comes first', {
      ...both,
      'webhook-signature': future,
    }),
  ];
}

function outOfTime(body: string): CallbackVector[] {
  const at = (id: string, says: string, offset: number, verdict: CallbackVector['verdict']) =>
    vector(id, says, body, callbackHeaders(`msg_${id}`, now + offset, body, current), verdict);
  return [
    at('valid-still-in-time', 'signed 290 seconds ago', 10 - tolerance, 'valid'),
    at('invalid-old', 'signed 310 seconds ago', -10 - tolerance, 'invalid'),
    at('invalid-future', 'signed 310 seconds ahead', tolerance + 10, 'invalid'),
  ];
}

function forged(body: string): CallbackVector[] {
  const good = callbackHeaders('msg_forged', now, body, current);
  const invalid = (id: string, says: string, headers: Headers, bytes = body) =>
    vector(`invalid-${id}`, says, bytes, headers, 'invalid');
  const { 'webhook-signature': _, ...unsigned } = good;
  return [
    invalid('body', 'a blank was added to the body', good, `${body} `),
    invalid('id', 'another webhook-id', { ...good, 'webhook-id': 'msg_other' }),
    invalid('timestamp', 'another webhook-timestamp', { ...good, 'webhook-timestamp': String(now + 1) }),
    invalid(
      'other-secret',
      'signed with another secret',
      callbackHeaders('msg_other_secret', now, body, foreign),
    ),
    invalid('version', 'only an unknown version', {
      ...good,
      'webhook-signature': good['webhook-signature'].replace('v1,', 'v2,'),
    }),
    invalid('cut', 'a signature cut short', {
      ...good,
      'webhook-signature': good['webhook-signature'].slice(0, -4),
    }),
    invalid('no-signature', 'no webhook-signature', unsigned),
    invalid('word-as-time', 'a timestamp that is not a number', { ...good, 'webhook-timestamp': 'today' }),
  ];
}

function vector(
  id: string,
  says: string,
  body: string,
  headers: Headers,
  verdict: CallbackVector['verdict'],
  secrets: readonly string[] = [current],
): CallbackVector {
  return { id, says, secrets, now, headers, bodyBase64: Buffer.from(body).toString('base64'), verdict };
}

/** The headers of a signed callback. */
export function callbackHeaders(id: string, seconds: number, body: string, ...secrets: readonly string[]) {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  };
}

function secretOf(text: string): string {
  return `whsec_${Buffer.from(text).toString('base64')}`;
}
