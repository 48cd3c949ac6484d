import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { judgeSignatures } from './judge-received.ts';

const secret = 'whsec_Y2FzY2FkZS1tb2NrLWRlbW8tc2VjcmV0';
const bare = secret.slice('whsec_'.length);
const key = Buffer.from(bare, 'base64');
const body = '{"status":"SENT"}';
const now = () => Math.floor(Date.now() / 1_000);

interface Signing {
  readonly time?: string;
  readonly key?: string | Buffer;
  readonly text?: (id: string, time: string) => string;
  readonly encoding?: 'base64' | 'hex' | 'base64url';
  readonly version?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What is said of a callback that is signed so. */
function saidOf(signing: Signing) {
  const { time = String(now()), text = (id, at) => `${id}.${at}.${body}`, version = 'v1,' } = signing;
  const made = createHmac('sha256', signing.key ?? key)
    .update(text('msg_1', time))
    .digest(signing.encoding ?? 'base64');
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': time,
    'webhook-signature': `${version}${made}`,
    ...signing.headers,
  };
  const verdict = judgeSignatures([{ path: '/', headers, body }], secret);
  return verdict.kind === 'mismatch' ? verdict.faults.map(({ actual }) => actual) : verdict.kind;
}

test('what the library signs is right, also beside the signature of another secret', () => {
  const at = new Date();
  const other = new Webhook('whsec_c2VjcmV0').sign('msg_1', at, body);
  const right = new Webhook(secret).sign('msg_1', at, body);
  const time = String(Math.floor(at.getTime() / 1_000));
  expect(saidOf({})).toBe('match');
  expect(saidOf({ time, headers: { 'webhook-signature': `${other} ${right}` } })).toBe('match');
});

test.each<[string, Signing, RegExp]>([
  ['the body alone', { text: () => body }, /^the signature covers the body alone, not webhook-id/],
  [
    'time and body',
    { text: (_, time) => `${time}.${body}` },
    /^the signature covers webhook-timestamp\.body, without webhook-id$/,
  ],
  [
    'id and body',
    { text: (id) => `${id}.${body}` },
    /^the signature covers webhook-id\.body, without webhook-timestamp$/,
  ],
  [
    'the secret as text',
    { key: bare },
    /^the signature has the characters of the secret after whsec_ as its key/,
  ],
  [
    'the secret with its prefix',
    { key: secret },
    /^the signature has the characters of the whole secret as its key, whsec_ among them/,
  ],
  ['hex', { encoding: 'hex' }, /^the signature is written in hex, not in base64$/],
  ['no version', { version: '' }, /^the signature does not begin with the version «v1,»$/],
  [
    'the body alone, in hex, as elsewhere',
    { text: () => body, encoding: 'hex', version: 'sha256=' },
    /covers the body alone, .*, and is written in hex, .*, and does not begin with/,
  ],
  [
    'a key of another',
    { key: 'another' },
    /^the signature is of another secret than callback\.secret, or of another text/,
  ],
  [
    'milliseconds',
    { time: `${now()}000` },
    /^the webhook-timestamp counts milliseconds \(\d{13}\), not seconds$/,
  ],
  [
    'milliseconds and the body alone',
    { time: `${now()}000`, text: () => body },
    /^the signature covers the body alone.*; and the webhook-timestamp counts milliseconds/,
  ],
  [
    'a date',
    { time: '2026-01-01T00:00:00Z' },
    /^the webhook-timestamp is 2026-01-01T00:00:00Z, which is not a number of seconds/,
  ],
  [
    'a fast clock',
    { time: String(now() + 3_600) },
    /^the webhook-timestamp is 3[56]\d\d s ahead of the clock of this machine; set the clock of/,
  ],
  [
    'a slow clock',
    { time: String(now() - 3_600) },
    /^the webhook-timestamp is 3[56]\d\d s behind the clock of this machine/,
  ],
  ['no id', { headers: { 'webhook-id': '' } }, /^no header webhook-id$/],
])('a signature with %s is named', (_, signing, says) => {
  expect(saidOf(signing)).toEqual([expect.stringMatching(says)]);
});
