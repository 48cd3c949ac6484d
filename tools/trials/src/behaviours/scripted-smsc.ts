import { createServer, type Server, type Socket } from 'node:net';
import { listen } from '@cascade/repository/test-kit';
import {
  cString,
  ids,
  readSubmit,
  type Submitted,
  serveWire,
  tlv,
  type WirePdu,
  type WritePdu,
} from '@cascade/service/bench';

/** What an SMSC does where it differs from an SMSC that takes everything and delivers it at once. */
export interface Script {
  /** Called with the number of connections so far; `destroy` a link to refuse it. */
  onConnection?(link: Link, count: number): void;
  /** The answer to a bind, from the number of binds so far; accepted if absent. */
  onBind?(link: Link, count: number): Bound | undefined;
  /** What becomes of a submit. */
  onSubmit?(submit: Submit, smsc: ScriptedSmsc): Reaction | undefined;
  /** Called with each PDU before it is answered; `false` leaves it without an answer. */
  onPdu?(pdu: WirePdu, link: Link): boolean | undefined;
}

/** A connection of a client. */
export interface Link {
  readonly socket: Socket;
  readonly write: WritePdu;
  /** Which binds succeeded on it. */
  readonly kinds: Set<number>;
}

/** What becomes of a bind. */
interface Bound {
  readonly status?: number;
  readonly afterMs?: number;
  /** The response has no system_id. */
  readonly isBare?: boolean;
  /** There is no response. */
  readonly isSilent?: boolean;
}

/** A submit_sm as it came; `count` are those so far, `tries` those of the same text and part; `id` is unique. */
export interface Submit extends Submitted {
  readonly link: Link;
  readonly sequence: number;
  readonly octets: number;
  readonly number: string;
  readonly part: Part;
  readonly count: number;
  readonly tries: number;
  readonly id: number;
}

/** Which part of a text a submit is, and its octets without a header. */
interface Part {
  readonly index: number;
  readonly of: number;
  readonly content: string;
}

/** What becomes of a submit; accepted, delivered and reported if absent. */
export interface Reaction {
  /** Of the response; 0 if absent. */
  readonly status?: number;
  /** In the response, and in receipts if they have none; made up if absent. */
  readonly id?: string;
  readonly receiptId?: string;
  /** Until the response; 0 if absent. */
  readonly afterMs?: number;
  /** Instead of a response. */
  readonly answer?: () => void;
  /** Whether the subscriber gets it; as the response says if absent. */
  readonly isDelivered?: boolean;
  readonly receipts?: readonly ScriptedReceipt[];
}

/** A receipt, by default one of SMPP 3.4, appendix B, which says DELIVRD. */
export interface ScriptedReceipt {
  readonly stat?: string;
  readonly err?: string;
  /** After the response; 100 if absent, before it if negative. */
  readonly afterMs?: number;
  readonly esmClass?: number;
  /** The whole text, from the id; as in appendix B if absent. */
  readonly text?: (id: string) => string;
  readonly form?: 'text' | 'ucs2' | 'payload' | 'header' | 'parameters' | 'data_sm';
  /** `message_state` (§5.2.28) of a receipt of parameters; 2 if absent. */
  readonly state?: number;
  /** Further optional parameters. */
  readonly more?: Buffer;
}

const bindIds: ReadonlySet<number> = new Set([ids.bindReceiver, ids.bindTransmitter, ids.bindTransceiver]);
/** RINVBNDSTS (§5.1.3). */
const notBound = 0x04;
const responseTo = (id: number) => (0x80000000 | id) >>> 0;

let instances = 0;

/** An SMSC that does what a script says, and keeps what subscribers got. */
export class ScriptedSmsc {
  readonly #script: Script;
  readonly #server: Server;
  readonly #links = new Set<Link>();
  readonly #tries = new Map<string, number>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #sequence = 0;
  #submits = 0;
  /** What was delivered to subscribers, in order. */
  readonly delivered: { readonly at: number; readonly submit: Submit }[] = [];
  /** When each submit came, and how often one was refused. */
  readonly submittedAt: number[] = [];
  refusals = 0;
  connections = 0;
  binds = 0;
  port = 0;
  /** Its ids are above it, and no other SMSC has them: Jasmin keeps those of all connectors together. */
  readonly firstId: number;

  constructor(script: (smsc: ScriptedSmsc) => Script) {
    instances += 1;
    this.firstId = 0xab_c000 + instances * 0x1000;
    this.#script = script(this);
    this.#server = createServer((socket) => this.#serve(socket));
  }

  async open(port = 0): Promise<void> {
    this.port = await listen(this.#server, port);
  }

  /** Closes all connections, and refuses new ones until it is opened again. */
  shut(): Promise<unknown> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const { socket } of this.#links) socket.destroy();
    return closed;
  }

  close(): Promise<unknown> {
    for (const timer of this.#timers) clearTimeout(timer);
    return this.shut();
  }

  /** Does something later, unless it is closed by then. */
  later(milliseconds: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, milliseconds);
    this.#timers.add(timer);
  }

  /** Writes a PDU of its own to every client that is bound. */
  tell(id: number, body?: Buffer): void {
    for (const link of this.#links) if (link.kinds.size > 0) link.write(id, this.nextSequence(), body);
  }

  nextSequence(): number {
    this.#sequence += 1;
    return this.#sequence;
  }

  /** Sends a receipt over a link that takes receipts, the one of the submit if it does. */
  report(submit: Submit, id: string, report: ScriptedReceipt): void {
    const takes = ({ kinds, socket }: Link) =>
      !socket.destroyed && (kinds.has(ids.bindTransceiver) || kinds.has(ids.bindReceiver));
    const link = takes(submit.link) ? submit.link : [...this.#links].find(takes);
    if (link === undefined) {
      this.later(500, () => this.report(submit, id, report));
      return;
    }
    const [command, body] = receiptPdu(submit.number, id, report);
    link.write(command, this.nextSequence(), body);
  }

  #serve(socket: Socket): void {
    socket.setNoDelay();
    this.connections += 1;
    const write = serveWire(socket, (pdu) => {
      if (this.#script.onPdu?.(pdu, link) !== false) this.#answer(pdu, link);
    });
    const link: Link = { socket, write, kinds: new Set() };
    this.#links.add(link);
    socket.on('close', () => this.#links.delete(link));
    this.#script.onConnection?.(link, this.connections);
  }

  #answer(pdu: WirePdu, link: Link): void {
    const { id, sequence } = pdu;
    if (bindIds.has(id)) this.#bind(pdu, link);
    else if (id === ids.enquireLink) link.write(ids.enquireLinkResp, sequence);
    else if (id === ids.submitSm) this.#submit(pdu, link);
    else if (id === ids.unbind) {
      link.write(ids.unbindResp, sequence);
      link.socket.end();
    }
  }

  #bind({ id, sequence }: WirePdu, link: Link): void {
    this.binds += 1;
    const { status = 0, afterMs = 0, isBare, isSilent } = this.#script.onBind?.(link, this.binds) ?? {};
    if (isSilent) return;
    this.later(afterMs, () => {
      link.write(responseTo(id), sequence, isBare || status !== 0 ? undefined : cString('smsc'), status);
      if (status === 0) link.kinds.add(id);
    });
  }

  #submit({ sequence, body }: WirePdu, link: Link): void {
    const fields = readSubmit(body);
    const number = fields.destination[2].replace(/^\+/, '');
    const part = partOf(fields);
    const key = `${number} ${part.index}`;
    const tries = (this.#tries.get(key) ?? 0) + 1;
    this.#tries.set(key, tries);
    this.#submits += 1;
    this.submittedAt.push(performance.now());
    const count = this.#submits;
    const id = this.firstId + count;
    const octets = body.length + 16;
    const submit: Submit = { ...fields, link, sequence, octets, number, part, count, tries, id };
    const taken = link.kinds.size === 0 ? { status: notBound } : this.#script.onSubmit?.(submit, this);
    this.#take(submit, taken ?? {});
  }

  #take(submit: Submit, taken: Reaction): void {
    const { link, sequence } = submit;
    const { status = 0, id = `id${submit.id}`, receiptId = id, afterMs = 0, answer } = taken;
    const { isDelivered = status === 0, receipts = status === 0 ? [{}] : [] } = taken;
    if (isDelivered) this.delivered.push({ at: performance.now(), submit });
    if (status !== 0) this.refusals += 1;
    const body = status === 0 ? cString(id) : undefined;
    const respond = answer ?? (() => link.write(ids.submitSmResp, sequence, body, status));
    for (const receipt of receipts)
      this.later(Math.max(0, afterMs + (receipt.afterMs ?? 100)), () =>
        this.report(submit, receiptId, receipt),
      );
    if (afterMs === 0 && receipts.every(({ afterMs: at = 100 }) => at >= 0)) respond();
    else this.later(afterMs, respond);
  }
}

/** The index of a part, by a header in the text (3GPP TS 23.040, §9.2.3.24) or by sar_msg_ref_num (§5.3.2.22). */
function partOf({ esmClass, shortMessage, optional }: Submitted): Part {
  const payload = optional['0424'];
  if (payload !== undefined) return { index: 1, of: 1, content: payload };
  const total = optional['020e'];
  const index = optional['020f'];
  if (total !== undefined && index !== undefined)
    return { index: Number.parseInt(index, 16), of: Number.parseInt(total, 16), content: shortMessage };
  if ((esmClass & 0x40) === 0) return { index: 1, of: 1, content: shortMessage };
  const octets = Buffer.from(shortMessage, 'hex');
  const length = octets.readUInt8(0) + 1;
  return {
    index: octets.readUInt8(length - 1),
    of: octets.readUInt8(length - 2),
    content: octets.toString('hex', length),
  };
}

const dates = 'sub:001 dlvrd:001 submit date:2611271400 done date:2611271401';

type Pdu = readonly [id: number, body: Buffer];

function receiptPdu(from: string, id: string, report: ScriptedReceipt): Pdu {
  const { stat = 'DELIVRD', err = '000', esmClass = 0x04, form = 'text', state = 2, more } = report;
  const text = report.text?.(id) ?? `id:${id} ${dates} stat:${stat} err:${err} text:`;
  const parameters = Buffer.concat([tlv(0x001e, cString(id)), tlv(0x0427, Buffer.from([state]))]);
  const addresses = [cString(''), Buffer.from([1, 1]), cString(from), Buffer.from([5, 0]), cString('codes')];
  if (form === 'data_sm')
    return [ids.dataSm, Buffer.concat([...addresses, Buffer.from([esmClass, 0, 0]), parameters])];
  const shown = octetsOf(text, form);
  const body = Buffer.concat([
    ...addresses,
    Buffer.from([form === 'header' ? esmClass | 0x40 : esmClass, 0, 0, 0, 0, 0, 0]),
    Buffer.from([form === 'ucs2' ? 8 : 0, 0, shown.length]),
    shown,
    ...(form === 'payload' ? [tlv(0x0424, Buffer.from(text, 'latin1'))] : []),
    ...(form === 'parameters' ? [parameters] : []),
    ...(more === undefined ? [] : [more]),
  ]);
  return [ids.deliverSm, body];
}

function octetsOf(text: string, form: ScriptedReceipt['form']): Buffer {
  if (form === 'payload' || form === 'parameters') return Buffer.alloc(0);
  if (form === 'ucs2') return Buffer.from(text, 'utf16le').swap16();
  const octets = Buffer.from(text, 'latin1');
  // An information element that no one needs.
  return form === 'header' ? Buffer.concat([Buffer.from([4, 0x70, 2, 0, 0]), octets]) : octets;
}
