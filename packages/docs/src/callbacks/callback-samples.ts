import { createHmac } from 'node:crypto';
import { readText, repositoryRoot, valueAt } from '@cascade/contract';
import { messageText } from '../http-text.ts';
import { isObject } from '../objects.ts';

/** A callback of the service as it arrives. Its signature is real: a reader can verify it with the secret. */
export interface CallbackMessage {
  /** The name of its example, e.g. `undelivered-daily-rate-limit`. */
  readonly name: string;
  /** The body, parsed. */
  readonly event: Readonly<Record<string, unknown>>;
  /** The secret that the receiver has: `whsec_` and Base64. Public, for samples only. */
  readonly secret: string;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes that the signature covers are `{webhook-id}.{webhook-timestamp}.{body}`. */
  readonly body: string;
  /** Start line, headers, blank line, body. */
  readonly text: string;
}

/** What signs a message. */
interface Signer {
  readonly secret: string;
  /** Seconds since 1970. */
  readonly timestamp: string;
}

/** The callback attempt that reports an event: all eleven members, signed (ADR-0015, ADR-0017). */
function callbackMessage(
  name: string,
  event: Readonly<Record<string, unknown>>,
  { secret, timestamp }: Signer,
): CallbackMessage {
  const body = JSON.stringify(event);
  const id = `msg_${name}`;
  const headers = {
    host: 'receiver.example.test',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatureOf(`${id}.${timestamp}.${body}`, secret),
  };
  return { name, event, secret, headers, body, text: messageText('POST /status HTTP/1.1', headers, body) };
}

/** One signature of Standard Webhooks: the version, a comma, Base64 of HMAC-SHA256. */
export function signatureOf(content: string, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

/** The callbacks that the pages show: each status, and each undelivered reason. */
export type CallbackSamples = ReturnType<typeof callbackSamples>;

/** Takes the events from the examples of the OpenAPI description. */
export function callbackSamples(openapi: unknown) {
  const signer = signerOfVectors();
  const event = (example: string) => {
    const value = valueAt(openapi, `/components/examples/${example}/value`);
    if (!isObject(value)) throw new Error(`the description has no example ${example}`);
    return value;
  };
  /** @throws {Error} if the description has no example of the reason. */
  const ofReason = (reason: string) =>
    callbackMessage(`undelivered-${reason}`, event(`undelivered-${reason}`), signer);
  return {
    /** What signs them: the secret and the time of the test vectors, which have the same callbacks. */
    signer,
    ofReason,
    /** UNDELIVERED is shown with the first reason of the description. */
    ofStatus(status: string) {
      if (status === 'UNDELIVERED') return ofReason('not-chattwo-user');
      return callbackMessage(status.toLowerCase(), { ...event('delivered'), status }, signer);
    },
    /** DELIVERED, with these fields. */
    delivered: (fields: object) => callbackMessage('delivered', { ...event('delivered'), ...fields }, signer),
  };
}

/** The secret and the time of the first test vector. */
function signerOfVectors(): Signer {
  const file = JSON.parse(readText(repositoryRoot, 'spec/vectors/generated/callbacks.json'));
  const timestamp = valueAt(file, '/vectors/0/headers/webhook-timestamp');
  return { secret: String(valueAt(file, '/vectors/0/secrets/0')), timestamp: String(timestamp) };
}
