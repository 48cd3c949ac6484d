import { createHmac } from 'node:crypto';
import type { Received } from './start-receiver.ts';

/** What is wrong with the signature of a callback, in the words of what its sender did. */
export function explainSignature(secret: string, callback: Pick<Received, 'headers' | 'body'>): string {
  const { headers } = callback;
  const absent = names.filter((name) => (headers[name] ?? '') === '');
  if (absent.length > 0) return `no header ${absent.join(', no header ')}`;
  const time = whatTime(headers['webhook-timestamp'] ?? '');
  return [explainBytes(secret, callback), time].filter((each) => each !== undefined).join('; and ');
}

const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

/** As far as the library of Standard Webhooks lets clocks be apart. */
const mostSecondsApart = 300;

function whatTime(timestamp: string): string | undefined {
  if (!/^\d+$/.test(timestamp))
    return `the webhook-timestamp is ${timestamp}, which is not a number of seconds since 1970`;
  const now = Date.now() / 1_000;
  const seconds = Math.round(Number(timestamp) - now);
  if (Math.abs(seconds) <= mostSecondsApart) return undefined;
  const isAbout = (unit: number) => Math.abs(Number(timestamp) / unit - now) < secondsOfDay;
  const unit = Object.entries(units).find(([, each]) => isAbout(each))?.[0];
  if (unit !== undefined) return `the webhook-timestamp counts ${unit} (${timestamp}), not seconds`;
  const which = seconds > 0 ? 'ahead of' : 'behind';
  return `the webhook-timestamp is ${Math.abs(seconds)} s ${which} the clock of this machine; set the clock of the provider, or this one`;
}

const secondsOfDay = 86_400;
const units = { milliseconds: 1e3, microseconds: 1e6, nanoseconds: 1e9 };

/** Undefined if the bytes are signed rightly. */
function explainBytes(
  secret: string,
  { headers, body }: Pick<Received, 'headers' | 'body'>,
): string | undefined {
  const signatures = (headers['webhook-signature'] ?? '').split(' ');
  const texts = textsOf(headers['webhook-id'] ?? '', headers['webhook-timestamp'] ?? '', body);
  const made = keysOf(secret).flatMap(([key, ofKey]) =>
    texts.flatMap(([text, ofText]) =>
      encodings.map(([encoding, ofEncoding]) => ({
        signature: createHmac('sha256', key).update(text).digest(encoding),
        wrong: [ofText, ofKey, ofEncoding],
      })),
    ),
  );
  const found = made.find(({ signature }) =>
    signatures.some((each) => each.replace(anyVersion, '') === signature),
  );
  if (found === undefined)
    return 'the signature is of another secret than callback.secret, or of another text than webhook-id.webhook-timestamp.body';
  const isVersioned = signatures.includes(`v1,${found.signature}`);
  const wrong = [...found.wrong, isVersioned ? '' : 'does not begin with the version «v1,»'].filter(Boolean);
  return wrong.length === 0 ? undefined : `the signature ${wrong.join(', and ')}`;
}

/** As senders write what they sign with. */
const anyVersion = /^(?:v\d\w?|sha256|hmac)[,=:]/;

type Option<Value> = readonly [value: Value, wrong: string];

function keysOf(secret: string): readonly Option<Buffer | string>[] {
  const bare = secret.replace(/^whsec_/, '');
  return [
    [Buffer.from(bare, 'base64'), ''],
    [bare, 'has the characters of the secret after whsec_ as its key, which are base64 of the key'],
    [
      secret,
      'has the characters of the whole secret as its key, whsec_ among them; its key is what follows, decoded from base64',
    ],
    [Buffer.from(secret, 'base64'), 'has the whole secret, whsec_ among it, decoded from base64 as its key'],
  ];
}

function textsOf(id: string, time: string, body: string): readonly Option<string>[] {
  return [
    [`${id}.${time}.${body}`, ''],
    [body, 'covers the body alone, not webhook-id.webhook-timestamp.body'],
    [`${time}.${body}`, 'covers webhook-timestamp.body, without webhook-id'],
    [`${id}.${body}`, 'covers webhook-id.body, without webhook-timestamp'],
  ];
}

const encodings = [
  ['base64', ''],
  ['hex', 'is written in hex, not in base64'],
  ['base64url', 'is written in base64url, not in base64'],
] as const;
