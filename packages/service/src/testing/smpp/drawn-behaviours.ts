import { ids, toBytes } from './smpp-wire.ts';

/** What an SMSC does to a bind or a submit. */
export type Act = 'answer' | 'stray' | 'other' | 'nack' | 'receipt' | 'unknown receipt' | 'enquire' | Break;
/** After these, the client has a reason to close the connection. */
type Break = 'cut' | 'drop' | 'end' | 'garbage' | 'unbind';

export const breaks: ReadonlySet<Act> = new Set<Break>(['cut', 'drop', 'end', 'garbage', 'unbind']);

/** A drawn reaction to a PDU: what is written, in order. */
export interface Row {
  readonly weight: number;
  readonly does: readonly Act[];
  readonly status?: number;
  /** Time-outs until it begins. */
  readonly after?: number;
}

export const onSubmit: readonly Row[] = [
  { weight: 30, does: ['answer'] },
  { weight: 6, does: ['answer', 'receipt'] },
  { weight: 4, does: ['answer'], after: 0.3 },
  { weight: 3, does: ['answer'], after: 1.4 },
  { weight: 2, does: ['answer'], after: 2.5 },
  { weight: 2, does: ['answer', 'answer'] },
  { weight: 2, does: ['stray', 'answer'] },
  { weight: 2, does: ['other', 'answer'] },
  { weight: 1, does: ['other'] },
  { weight: 2, does: ['receipt', 'answer', 'receipt'] },
  { weight: 1, does: ['answer', ...Array<Act>(10).fill('receipt')] },
  { weight: 2, does: ['unknown receipt', 'answer'] },
  { weight: 2, does: ['enquire', 'answer', 'enquire'] },
  { weight: 1, does: ['answer'], status: 0x58 },
  { weight: 1, does: ['answer'], status: 0x14 },
  { weight: 2, does: ['answer'], status: 0x08 },
  { weight: 1, does: ['answer'], status: 0x0e },
  { weight: 1, does: ['answer'], status: 0x45 },
  { weight: 2, does: ['answer'], status: 0x0b },
  { weight: 1, does: ['answer'], status: 0x44b },
  { weight: 1, does: ['nack'], status: 0x03 },
  { weight: 1, does: ['nack'], status: 0x58 },
  { weight: 1, does: ['nack'] },
  { weight: 6, does: [] },
  { weight: 4, does: ['drop'] },
  { weight: 2, does: ['answer', 'drop'] },
  { weight: 2, does: ['cut'] },
  { weight: 2, does: ['end'] },
  { weight: 2, does: ['answer', 'garbage'] },
  { weight: 2, does: ['garbage', 'answer'] },
  { weight: 2, does: ['unbind', 'answer'] },
  { weight: 1, does: ['unbind'] },
];

export const onBind: readonly Row[] = [
  { weight: 10, does: ['answer'] },
  { weight: 2, does: ['answer', 'enquire', 'unknown receipt'] },
  { weight: 2, does: ['answer'], status: 0x05 },
  { weight: 1, does: ['answer'], status: 0x0d },
  { weight: 1, does: ['answer'], after: 0.5 },
  { weight: 1, does: [] },
  { weight: 1, does: ['drop'] },
  { weight: 1, does: ['cut'] },
  { weight: 1, does: ['garbage'] },
  { weight: 1, does: ['answer', 'unbind'] },
  { weight: 1, does: ['unbind', 'answer'] },
  { weight: 1, does: ['unbind'] },
  { weight: 1, does: ['answer', 'end'] },
  { weight: 1, does: ['stray', 'answer'] },
  { weight: 1, does: ['nack'], status: 0x03 },
];

/** The four numbers of a header, of which the length need not be true. */
function header(length: number, id: number = ids.submitSmResp): Buffer {
  const octets = Buffer.alloc(16);
  octets.writeUInt32BE(length, 0);
  octets.writeUInt32BE(id, 4);
  return octets;
}

const whole = (id: number, body = Buffer.alloc(0)) => toBytes({ id, status: 0, sequence: 9_999, body });

export const garbage: readonly Buffer[] = [
  ...[0, 1, 3, 4, 15, 0xffffffff, 0x7fffffff, 16_385].map((length) => header(length)),
  ...[0x00010101, 0x80010101].map((id) => whole(id)),
  // Only its first octets ever come.
  header(200, ids.deliverSm),
  header(16, ids.enquireLink).subarray(0, 5),
  whole(ids.deliverSm, Buffer.from([0, 1, 1])),
  whole(ids.deliverSm, Buffer.alloc(20_000, 1)),
  whole(ids.submitSmResp, Buffer.alloc(300, 0x61)),
  Buffer.from('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n'),
  Buffer.from('16030100a5010000a10303', 'hex'),
  Buffer.alloc(300),
  Buffer.alloc(40_000, 0xff),
];

export const well: Row = { weight: 1, does: ['answer'] };

/** Statuses that end a text. */
export const finals: ReadonlySet<number> = new Set([0x0b]);
