import { randomUUID } from 'node:crypto';
import { edited } from '@cascade/contract';
import { bodyOf } from '../../harness/callers.ts';

/** What one key sends over and over, from this number of connections at once. */
export interface Attack {
  readonly connections: number;
  /** The valid key is sent if absent. */
  readonly key?: string;
  /** The body of the next request. */
  next(): Buffer;
}

const mebibyte = 1_048_576;

/** One request that is sent again and again. */
const repeat = (connections: number, text: string): Attack => {
  const bytes = Buffer.from(text);
  if (bytes.length > mebibyte) throw new Error(`expected at most 1 MiB, got ${bytes.length} bytes`);
  return { connections, next: () => bytes };
};

/** A request with a member inserted at the top, or with another content. */
const withMember = (member: string) => edited(bodyOf(randomUUID()), '{', `{${member},`);
const withContent = (content: string) =>
  edited(bodyOf(randomUUID()), /"content":\{.*\}(?=,"comment")/, `"content":{"smsContent":${content}}`);

/** A fixed text or a text by index, as often as fits below 1 MiB. */
function fill(item: (index: number) => string): string {
  const items: string[] = [];
  for (let length = 2_000; ; ) {
    const text = item(items.length);
    length += Buffer.byteLength(text) + 1;
    if (length > mebibyte) return items.join();
    items.push(text);
  }
}

const text = (body: string) => `{"contentType":"TEXT","text":"${body}"}`;
const members = (name: (index: number) => string) => fill((index) => `"${name(index)}":0`);

/** Each costs the service far more than its sender, or comes far more often than a person needs. */
export const attacks: Readonly<Record<string, Attack>> = {
  'nested-arrays': repeat(8, '['.repeat(mebibyte / 2) + ']'.repeat(mebibyte / 2)),
  'nested-arrays-64': repeat(64, '['.repeat(mebibyte / 2) + ']'.repeat(mebibyte / 2)),
  'unknown-members': repeat(8, withMember(members((index) => `unknown${index}`))),
  'near-misses': repeat(8, `{${members((index) => `requestI${index}`)}}`),
  'half-a-million-values': repeat(8, `[${'0,'.repeat(mebibyte / 2 - 2)}0]`),
  'half-a-million-faults': repeat(
    8,
    withContent(`{"contentType":"TEXT","text":"x","buttons":[${fill(() => '0')}]}`),
  ),
  'thousands-of-faults': repeat(
    64,
    withContent(`{"contentType":"TEXT","text":"x","buttons":[${'{},'.repeat(4_000)}0]}`),
  ),
  'blanks-before-a-fault': repeat(8, `${'\n'.repeat(mebibyte - 1)}}`),
  'replacement-characters': {
    connections: 8,
    next: (
      (bytes) => () =>
        bytes
    )(Buffer.concat([Buffer.from(`"${'\uFFFD'.repeat(340_000)}`), Buffer.from([0xff])])),
  },
  'escaped-text': repeat(8, withContent(text('\\u00e9'.repeat(170_000)))),
  'text-beyond-the-basic-plane': repeat(8, withContent(text('🎉'.repeat(260_000)))),
  'large-texts': {
    connections: 8,
    next: () => Buffer.from(withContent(text('x'.repeat(1_000_000)))),
  },
  'wrong-key': { ...repeat(64, '['.repeat(mebibyte)), key: 'wrong' },
  'invalid-small-requests': repeat(64, '{}'),
  'valid-small-requests': { connections: 64, next: () => Buffer.from(bodyOf(randomUUID())) },
};
