import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '@cascade/repository/test-kit';
import type { GatewayResponse } from '../../gateways/gateway.ts';
import { type Act, breaks, finals, garbage, onBind, onSubmit, type Row, well } from './drawn-behaviours.ts';
import {
  cString,
  deliverBody,
  ids,
  readSubmit,
  serveWire,
  toBytes,
  type WirePdu,
  type WritePdu,
} from './smpp-wire.ts';

/** Of the client: long enough for a machine that is busy. */
export const timeoutMs = 300;

/** Octets of the text, so that a submit is treated alike whenever it comes. */
const hashOf = (text: string) =>
  [...text].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), 7);
const bindIds: ReadonlySet<number> = new Set([ids.bindTransceiver, ids.bindTransmitter, ids.bindReceiver]);
const responseTo = (id: number) => (0x80000000 | id) >>> 0;

/** A connection of the client. */
interface Link {
  readonly socket: Socket;
  readonly put: Put;
  readonly write: WritePdu;
  /** The client has a reason to close it, and may have done so. */
  isSpoiled: boolean;
  readonly isMute: boolean;
  /** The client may take its next octets for a part of something else. */
  isGarbled: boolean;
  hasUnbound: boolean;
  /** The enquire_link of the SMSC that have no response yet. */
  readonly asked: Map<number, () => void>;
  /** The ids of the receipts that have no response yet. */
  readonly receipts: Map<number, string>;
  /** The submits that have no response yet. */
  readonly open: Set<Asked>;
}

/** A bind or submit of the client, and what it was told. */
interface Asked {
  readonly link: Link;
  readonly id: number;
  readonly sequence: number;
  readonly row: Row;
  /** Of a submit: the number of its text, and its part. */
  readonly key: string;
  readonly at: number;
  told?: 'taken' | 'refused' | 'retry';
  messageId?: string;
}

const acts: Readonly<Record<Act, (smsc: DrawnSmsc, to: Asked) => void>> = {
  answer: (smsc, to) => to.link.write(...smsc.answerTo(to)),
  stray: (_, { link, id, sequence }) => link.write(responseTo(id), sequence + 7_777, cString('stray')),
  other: (_, { link, sequence }) => link.write(ids.enquireLinkResp, sequence),
  nack(smsc, to) {
    smsc.tells(to, 'retry');
    to.link.write(ids.genericNack, to.sequence, undefined, to.row.status);
  },
  receipt: (smsc, to) => smsc.deliver(to.link, smsc.idFor(to)),
  'unknown receipt': (smsc, { link }) => smsc.deliver(link, `unknown-${smsc.draw(1e9)}`),
  enquire: (smsc, { link }) => smsc.ask(link, () => {}),
  cut(smsc, { link, id, sequence, row: { status = 0 } }) {
    const bytes = toBytes({ id: responseTo(id), status, sequence, body: cString('cut') });
    link.put(bytes.subarray(0, 1 + smsc.draw(bytes.length - 1)));
    link.socket.destroy();
  },
  drop: (_, { link }) => void link.socket.destroy(),
  end: (_, { link }) => void link.socket.end(),
  garbage(smsc, { link }) {
    link.isGarbled = true;
    link.put(garbage[smsc.draw(garbage.length)] ?? Buffer.alloc(0));
  },
  unbind: (_, { link }) => link.write(ids.unbind, 88_888),
};

/** The last time at which this process was too busy for laws with times. */
let stalledAt = Number.NEGATIVE_INFINITY;
const isCalm = () => performance.now() - stalledAt > 2 * timeoutMs;

export function watchStalls(): NodeJS.Timeout {
  let last = performance.now();
  return setInterval(() => {
    const now = performance.now();
    if (now - last > timeoutMs / 4) stalledAt = now;
    last = now;
  }, 10);
}

/** Writes octets to a connection, if it is still open. */
type Put = (octets: Buffer) => void;

const writesTo =
  (socket: Socket): Put =>
  (octets) => {
    if (!socket.destroyed) socket.write(octets);
  };

/** One octet at a time. */
function dripsTo(socket: Socket): Put {
  const put = writesTo(socket);
  let last: Promise<unknown> = Promise.resolve();
  const drip = (octet: number) => {
    put(Buffer.of(octet));
    return new Promise(setImmediate);
  };
  return (octets) => {
    for (const octet of octets) last = last.then(() => drip(octet));
  };
}

/** An SMSC that misbehaves as drawn, and judges the client by what it reads and writes. */
export class DrawnSmsc {
  readonly faults = new Set<string>();
  /** By key. */
  readonly submits = new Map<string, Asked[]>();
  /** The destination of the text that got an id. */
  readonly destinationOf = new Map<string, string>();
  /** The receipts that the client has applied or kept, by id. */
  readonly handled = new Set<string>();
  readonly draw: (below: number) => number;
  readonly #most: number;
  readonly #links = new Set<Link>();
  /** Keys whose response the client has read for certain. */
  readonly #definite = new Set<string>();
  /** Keys of which a connection was lost, and no response was written since. */
  readonly #lost = new Set<string>();
  #alone: Asked | undefined;
  readonly #seed: number;
  readonly #badBinds: number;
  /** Of each part of a text. */
  readonly #badSubmits: number;
  #binds = 0;
  #sequence = 0;

  constructor(seed: number, draw: (below: number) => number, most: number) {
    this.#seed = seed;
    this.draw = draw;
    this.#most = most;
    this.#badBinds = draw(5);
    this.#badSubmits = draw(7);
  }

  serve(socket: Socket): void {
    const isBad = this.#binds < this.#badBinds;
    const isMute = isBad && this.draw(8) === 0;
    // What drips may come later than a time-out.
    const isSlow = isBad && this.draw(8) === 0;
    const put = isSlow ? dripsTo(socket) : writesTo(socket);
    serveWire(socket, (pdu) => this.#take(link, pdu));
    const link: Link = {
      socket,
      put,
      write: (id, sequence, body = Buffer.alloc(0), status = 0) =>
        put(toBytes({ id, status, sequence, body })),
      isSpoiled: isMute || isSlow,
      isGarbled: false,
      isMute,
      hasUnbound: false,
      asked: new Map(),
      receipts: new Map(),
      open: new Set(),
    };
    this.#links.add(link);
    const timer = setInterval(() => this.ask(link, () => {}), isBad && this.draw(4) === 0 ? 5 : 1_000);
    socket.once('close', () => {
      clearInterval(timer);
      this.#links.delete(link);
      for (const { key } of link.open) this.#lost.add(key);
      for (const done of link.asked.values()) done();
    });
  }

  #take(link: Link, { id, status, sequence, body }: WirePdu): void {
    if (bindIds.has(id)) {
      this.#binds += 1;
      this.#react(this.#binds <= this.#badBinds ? onBind : [], { link, id, sequence, key: '' }, this.#binds);
    } else if (id === ids.submitSm) {
      const { destination, esmClass, shortMessage } = readSubmit(body);
      const part = (esmClass & 0x40) === 0 ? '01' : shortMessage.slice(10, 12);
      const key = `${destination[2]} ${part}`;
      const time = this.submits.get(key)?.length ?? 0;
      this.#react(time < this.#badSubmits ? onSubmit : [], { link, id, sequence, key }, time);
    } else if (id === ids.enquireLink && !link.isMute) link.write(ids.enquireLinkResp, sequence);
    else if (id === ids.unbind) {
      link.write(ids.unbindResp, sequence);
      link.socket.end();
    } else if (id === ids.unbindResp) link.hasUnbound = true;
    else if (id === ids.enquireLinkResp) {
      const done = link.asked.get(sequence);
      link.asked.delete(sequence);
      done?.();
    } else if (id === ids.deliverSmResp) this.#acknowledged(link, sequence, status);
  }

  #react(rows: readonly Row[], asked: Pick<Asked, 'link' | 'id' | 'sequence' | 'key'>, time: number): void {
    const lots = rows.flatMap((row) => Array<Row>(row.weight).fill(row));
    const drawn = seededRandom(this.#seed + hashOf(`${asked.key} ${time}`))();
    const row = lots[Math.floor(drawn * lots.length)] ?? well;
    const one: Asked = { ...asked, row, at: performance.now() };
    if (one.key !== '') this.#submitted(one);
    else if (row.does.length === 0) one.link.isSpoiled = true;
    const does = () => {
      for (const act of row.does) {
        if (breaks.has(act)) one.link.isSpoiled = true;
        acts[act](this, one);
      }
    };
    if (row.after === undefined) does();
    else setTimeout(does, row.after * timeoutMs);
  }

  #submitted(one: Asked): void {
    const earlier = this.submits.get(one.key) ?? [];
    this.submits.set(one.key, [...earlier, one]);
    this.#judgeAgain(one, earlier.at(-1));
    this.#judgeWindow(one);
    one.link.open.add(one);
    if (this.#lost.has(one.key)) this.#alone = one;
  }

  /** A submit is written again for a reason only. */
  #judgeAgain({ key, at, link }: Asked, last: Asked | undefined): void {
    if (link.hasUnbound) this.faults.add(`${key} was submitted after unbind_resp`);
    if (this.#definite.has(key))
      this.faults.add(`${key} was submitted again after its response was read: ${this.#story(key)}`);
    if (last === undefined || last.told === 'retry' || last.link.isSpoiled) return;
    if (last.link.socket.destroyed || !isCalm() || at - last.at > timeoutMs * 1.5) return;
    this.faults.add(`${key} was submitted again without a reason: ${this.#story(key)}`);
  }

  /** What was done to each submit of a part, and when. */
  #story(key: string): string {
    const all = this.submits.get(key) ?? [];
    const first = all[0]?.at ?? 0;
    const step = ({ at, row: { does, after = 0 } }: Asked) =>
      `at ${Math.round(at - first)} ms ${does} +${after}`;
    return all.map(step).join('; ');
  }

  /** No more submits than allowed are under way, and one behind which a connection was lost is alone. */
  #judgeWindow({ key, at, link }: Asked): void {
    const isLive = ({ link: { isSpoiled, socket }, at: since, told }: Asked) =>
      told === undefined && !isSpoiled && !socket.destroyed && at - since < timeoutMs / 2;
    const live = [...this.#links].flatMap(({ open }) => [...open]).filter(isLive);
    if (!isCalm() || link.isSpoiled) return;
    if (live.length >= this.#most) this.faults.add(`${live.length + 1} submits are under way`);
    const isAlone = this.#lost.has(key);
    if (isAlone && live.length > 0) this.faults.add(`${key} was lost, and is not alone: ${this.#story(key)}`);
    if (this.#alone !== undefined && isLive(this.#alone))
      this.faults.add(`${key} is beside a suspect: ${this.#story(this.#alone.key)}`);
  }

  /** The response to a bind or submit, by its row. */
  answerTo(one: Asked): Parameters<WritePdu> {
    const { id, sequence, key } = one;
    const { status = 0 } = one.row;
    if (key === '') return [responseTo(id), sequence, cString('smsc'), status];
    this.tells(one, status === 0 ? 'taken' : finals.has(status) ? 'refused' : 'retry');
    if (one.told !== 'retry') setImmediate(() => this.#confirm(one));
    const body = status === 0 ? cString(this.idFor(one)) : undefined;
    return [responseTo(id), sequence, body, status];
  }

  tells(one: Asked, what: 'taken' | 'refused' | 'retry'): void {
    one.link.open.delete(one);
    this.#lost.delete(one.key);
    one.told = what;
  }

  idFor(one: Asked): string {
    one.messageId ??= `id${this.destinationOf.size + 1}`;
    this.destinationOf.set(one.messageId, one.key.split(' ')[0] ?? '');
    return one.messageId;
  }

  /** Once the client has answered what was written behind a response, on all links, it has read that. */
  #confirm({ link, key }: Asked): void {
    const { isGarbled } = link;
    this.ask(link, () => {
      if (link.socket.destroyed || isGarbled) return;
      let left = this.#links.size;
      for (const other of this.#links)
        this.ask(other, () => {
          left -= 1;
          if (left === 0) this.#definite.add(key);
        });
    });
  }

  ask(link: Link, done: () => void): void {
    this.#sequence += 1;
    link.asked.set(this.#sequence, done);
    link.write(ids.enquireLink, this.#sequence);
  }

  deliver(link: Link, id: string): void {
    this.#sequence += 1;
    link.receipts.set(this.#sequence, id);
    const body = deliverBody({
      from: this.destinationOf.get(id) ?? '1',
      id,
      receipt: 'stat:DELIVRD err:000',
    });
    link.write(ids.deliverSm, this.#sequence, body);
  }

  #acknowledged(link: Link, sequence: number, status: number): void {
    const id = link.receipts.get(sequence);
    link.receipts.delete(sequence);
    if (id === undefined && !link.isSpoiled)
      this.faults.add(`a receipt ${sequence} was answered that never was`);
    if (status !== 0 && id !== undefined) this.faults.add(`the receipt of ${id} was refused by ${status}`);
    if (id !== undefined && !this.handled.has(id)) this.faults.add(`the receipt of ${id} was dropped`);
  }

  /** The result of a text is what the SMSC has said. */
  judgeResult(destination: string, parts: number, result: GatewayResponse): void {
    const all = [...this.submits].filter(([key]) => key.startsWith(`${destination} `)).map(([, one]) => one);
    const taken = all.filter((part) => part.some(({ told }) => told === 'taken'));
    if (result.status === 'SENT') {
      if (taken.length !== parts)
        this.faults.add(`${destination} is SENT, with ${taken.length} of ${parts} taken`);
      const id =
        'receiptReference' in result ? String(result.receiptReference).slice('smpp:SMS:'.length) : '';
      if (this.destinationOf.get(id) !== destination) this.faults.add(`${destination} has the id ${id}`);
      return;
    }
    if (all.length === 0) this.faults.add(`${destination} was given up, and was never submitted`);
  }

  /** Every receipt is answered, once no submit is under way. */
  async quiet(): Promise<void> {
    const waiting = () =>
      [...this.#links].flatMap(({ receipts, isSpoiled, socket }) =>
        isSpoiled || socket.destroyed ? [] : [...receipts.values()],
      );
    for (let n = 0; waiting().length > 0 && n < 200; n += 1) await pause(20);
    if (waiting().length > 0) this.faults.add(`the receipts ${waiting()} have no response`);
  }

  async closed(): Promise<void> {
    for (let n = 0; this.#links.size > 0 && n < 100; n += 1) await pause(20);
    if (this.#links.size > 0) this.faults.add(`${this.#links.size} connections are open after stop()`);
    for (const { socket } of this.#links) socket.destroy();
  }
}
