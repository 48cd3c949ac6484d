import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { listen } from '@cascade/repository/test-kit';
import {
  type Cancelled,
  cString,
  dataBody,
  deliverBody,
  ids,
  readCancel,
  readSubmit,
  type Submitted,
  serveWire,
  toBytes,
  type WirePdu,
  type WritePdu,
} from './smpp-wire.ts';

export type Transport = 'tcp' | 'tls' | 'tls with client certificates';

/** What the SMSC has seen. */
type SmscEvent =
  | { readonly kind: 'connect' }
  | {
      readonly kind: 'bind';
      readonly as: 'transceiver' | 'transmitter' | 'receiver';
      readonly systemId: string;
      readonly version: number;
    }
  | { readonly kind: 'submit'; readonly submitted: Submitted }
  | { readonly kind: 'cancel'; readonly cancelled: Cancelled }
  | { readonly kind: 'answer'; readonly status: number }
  /** The same, whole; the body in hexadecimal. */
  | { readonly kind: 'response'; readonly id: number; readonly sequence: number; readonly body: string }
  | { readonly kind: 'enquire' }
  | { readonly kind: 'unbind' };

/** A self-signed certificate for {@link certifiedName} alone, and its key: for tests only, not secret. */
export const certificateFile = fileURLToPath(new URL('smsc-cert.pem', import.meta.url));
export const keyFile = fileURLToPath(new URL('smsc-key.pem', import.meta.url));
export const certifiedName = 'smsc.example.test';

const bindings: ReadonlyMap<number, 'transceiver' | 'transmitter' | 'receiver'> = new Map([
  [ids.bindTransceiver, 'transceiver'],
  [ids.bindTransmitter, 'transmitter'],
  [ids.bindReceiver, 'receiver'],
]);

const password = 'secret';
const passwordRefused = 0x0e;
const unknownCommand = 0x00010101;

/** In each id, so that a restarted SMSC gives none again. */
let starts = 0;

export type Smsc = Awaited<ReturnType<typeof startSmsc>>;

/** An SMSC on loopback; port 0 is any free one. It treats each message as `behaviours` says, by number. */
export async function startSmsc(wanted = 0, transport: Transport = 'tcp') {
  const events: SmscEvent[] = [];
  const waiters = new Set<() => void>();
  const smsc = new TestSmsc((event) => {
    events.push(event);
    for (const waiter of waiters) waiter();
  });
  const serve = (socket: Socket) => smsc.serve(socket);
  const certificate = () => ({ cert: readFileSync(certificateFile), key: readFileSync(keyFile) });
  // A client may have the same as the server.
  const requestCert = transport === 'tls with client certificates';
  const secure = () =>
    createTlsServer({ ...certificate(), requestCert, ca: readFileSync(certificateFile) }, serve);
  const server = transport === 'tcp' ? createServer(serve) : secure();
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const port = await listen(server, wanted);
  return {
    port,
    events: events as readonly SmscEvent[],
    get submitted(): readonly Submitted[] {
      return events.flatMap((event) => (event.kind === 'submit' ? [event.submitted] : []));
    },
    get cancelled(): readonly Cancelled[] {
      return events.flatMap((event) => (event.kind === 'cancel' ? [event.cancelled] : []));
    },
    /** Resolves when it has seen `count` events of a kind in total. */
    got(kind: SmscEvent['kind'], count = 1): Promise<void> {
      return new Promise((resolve) => {
        const look = () => {
          if (events.filter((event) => event.kind === kind).length < count) return;
          waiters.delete(look);
          resolve();
        };
        waiters.add(look);
        look();
      });
    },
    /** Lets go what it holds back, sends something, or says nothing more. */
    tell: (command: keyof TestSmsc['commands']) => smsc.commands[command](),
    /** Ends it at once, with all its connections. */
    async kill() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** A client that is bound. */
interface Link {
  readonly socket: Socket;
  readonly write: WritePdu;
}

class TestSmsc {
  readonly #tell: (event: SmscEvent) => void;
  /** All that are bound, and those of them that take receipts. */
  readonly #links = new Set<Link>();
  readonly #bound = new Set<Link>();
  readonly #times = new Map<string, number>();
  readonly #held: (() => void)[] = [];
  /**
   * What no client has accepted yet, by sequence number: it is sent again if it is refused, or its connection
   * is lost.
   */
  readonly #deliveries = new Map<number, { readonly link: Link; readonly body: Buffer }>();
  readonly #waiting: Buffer[] = [];
  readonly #start = starts++;
  #isMute = false;
  #unbindsNext = false;
  #lastSequence = 0;
  #lastId = 0;

  constructor(tell: (event: SmscEvent) => void) {
    this.#tell = tell;
  }

  readonly commands = {
    release: () => {
      for (const step of this.#held.splice(0)) step();
    },
    'mobile-originated': () =>
      this.#deliver(deliverBody({ from: '12025550100', text: 'STOP id:1 stat:DELIVRD' })),
    stop: () => this.#deliver(deliverBody({ from: '12025550101', text: 'Stop' })),
    start: () => this.#deliver(deliverBody({ from: '12025550101', text: 'START' })),
    'unknown-command': () => this.#ask(unknownCommand),
    /**
     * Requests that an SMSC has no reason to send: a submit_sm, and an alert_notification, which has no
     * response (§4.12).
     */
    'strange-requests': () => {
      const submit = Buffer.concat([Buffer.alloc(10), cString(''), Buffer.alloc(6)]);
      for (const { write } of this.#bound) {
        write(ids.alertNotification, 79, Buffer.from([1, 1, 0, 1, 1, 0]));
        write(ids.submitSm, 80, submit);
      }
    },
    enquire: () => this.#ask(ids.enquireLink),
    /** It wants to end its sessions, and still responds to what it has. */
    unbind: () => {
      for (const { write } of this.#links) write(ids.unbind, 81);
      this.#bound.clear();
    },
    /** It unbinds the next client in the segment that says that it is bound. */
    'unbind-next': () => {
      this.#unbindsNext = true;
    },
    /** A PDU that is shorter than its header. */
    'short-pdu': () => {
      for (const { socket } of this.#links) socket.write(Buffer.from('0000000380000015', 'hex'));
    },
    mute: () => {
      this.#isMute = true;
    },
  };

  serve(socket: Socket): void {
    const link: Link = {
      socket,
      write: serveWire(socket, (pdu) => {
        if (!this.#isMute) this.#handle(link, pdu);
      }),
    };
    this.#tell({ kind: 'connect' });
    socket.on('close', () => {
      this.#bound.delete(link);
      this.#links.delete(link);
      for (const [number, delivery] of [...this.#deliveries])
        if (delivery.link === link) this.#deliver(this.#take(number));
    });
  }

  #handle(link: Link, { id, status, sequence, body }: WirePdu): void {
    switch (id) {
      case ids.bindTransceiver:
      case ids.bindTransmitter:
      case ids.bindReceiver:
        this.#bind(link, id, sequence, body);
        break;
      case ids.submitSm:
        this.#submit(link, sequence, body);
        break;
      case ids.cancelSm:
        this.#cancel(link, sequence, body);
        break;
      case ids.enquireLink:
        link.write(ids.enquireLinkResp, sequence);
        this.#tell({ kind: 'enquire' });
        break;
      case ids.unbind:
        link.write(ids.unbindResp, sequence);
        link.socket.end();
        this.#tell({ kind: 'unbind' });
        break;
      default:
        // Without its message_id it cannot be read (§4.6.2).
        if (id === ids.deliverSmResp && body.length === 0) return;
        if (id === ids.deliverSmResp) this.#answered(sequence, status);
        this.#tell({ kind: 'response', id, sequence, body: body.toString('hex') });
        this.#tell({ kind: 'answer', status });
    }
  }

  #bind(link: Link, id: number, sequence: number, body: Buffer): void {
    const response = (0x80000000 | id) >>> 0;
    const as = bindings.get(id) ?? 'transceiver';
    const [systemId = '', given, systemType = ''] = body.toString('latin1').split('\0');
    if (given !== password) {
      link.write(response, sequence, undefined, passwordRefused);
      return;
    }
    const version = body.readUInt8(systemId.length + password.length + systemType.length + 3);
    link.socket.cork();
    link.write(response, sequence, cString('smsc'));
    if (this.#unbindsNext) link.write(ids.unbind, 82);
    this.#unbindsNext = false;
    link.socket.uncork();
    if (as !== 'transmitter') this.#bound.add(link);
    this.#links.add(link);
    this.#tell({ kind: 'bind', as, systemId, version });
    for (const receipt of this.#waiting.splice(0)) this.#deliver(receipt);
  }

  #submit(link: Link, sequence: number, body: Buffer): void {
    const submitted = readSubmit(body);
    this.#tell({ kind: 'submit', submitted });
    const [, , number] = submitted.destination;
    const time = (this.#times.get(number) ?? 0) + 1;
    this.#times.set(number, time);
    const behaviour = behaviourOf(number, time);
    const {
      answer = 'respond',
      refusal,
      nack,
      receipt,
      optional,
      esmClass,
      numericId = false,
      withoutId = false,
    } = behaviour;
    const hold = (...steps: (() => void)[]) => void this.#held.push(...steps);
    if (refusal !== undefined) {
      const refuse = () => link.write(ids.submitSmResp, sequence, undefined, refusal);
      if (answer === 'hold') hold(refuse);
      else refuse();
      return;
    }
    if (nack !== undefined) {
      link.write(ids.genericNack, sequence, undefined, nack);
      return;
    }
    this.#lastId += 1;
    // `_` and `$` have other codes in GSM 03.38.
    const own = `${this.#start.toString(16)}_$${this.#lastId}`;
    const numeric = 0xabc00 + this.#lastId;
    const id = withoutId ? '' : numericId ? numeric.toString(16) : own;
    const receiptId = numericId ? String(numeric).padStart(10, '0') : own;
    const respond = () => link.write(ids.submitSmResp, sequence, cString(id));
    const responseOctets = toBytes({ id: ids.submitSmResp, status: 0, sequence, body: cString(id) });
    const receiptBody =
      receipt === undefined
        ? undefined
        : deliverBody({ from: number, id: receiptId, receipt, optional, esmClass });
    const tellReceipt = () => this.#deliver(receiptBody);
    const steps = {
      respond: [respond, tellReceipt],
      /** In one segment. */
      together: [() => link.socket.cork(), respond, tellReceipt, () => link.socket.uncork()],
      early: [tellReceipt, respond],
      drop: [() => link.socket.destroy()],
      late: [() => void setTimeout(respond, 30)],
      hold: [() => hold(respond, tellReceipt)],
      'hold-receipt': [respond, () => hold(tellReceipt)],
      'lose-receipt': [respond, () => this.#note(link, receiptBody), () => link.socket.end()],
      data: [respond, () => link.write(ids.dataSm, 78, dataBody(number, id))],
      ignore: [],
      'other-command': [() => link.write(ids.enquireLinkResp, sequence), respond],
      'cut-short': [() => link.socket.end(responseOctets.subarray(0, -3))],
    };
    for (const step of steps[answer]) step();
  }

  #cancel(link: Link, sequence: number, body: Buffer): void {
    const cancelled = readCancel(body);
    this.#tell({ kind: 'cancel', cancelled });
    const { cancel = 0 } = behaviourOf(cancelled.destination[2], 1);
    if (cancel === 'ignore') return;
    if (cancel === 'nack') {
      link.write(ids.genericNack, sequence, undefined, 0x03);
      return;
    }
    if (cancel === 'deliver') this.commands.release();
    link.write(ids.cancelSmResp, sequence, undefined, cancel === 'deliver' ? 0x11 : cancel);
  }

  /** Sends to a bound client; without one, to the next that binds. */
  #deliver(body: Buffer | undefined): void {
    if (body === undefined) return;
    const [link] = this.#bound;
    if (link === undefined) {
      this.#waiting.push(body);
      return;
    }
    this.#note(link, body);
    link.write(ids.deliverSm, this.#lastSequence, body);
  }

  /** Counts it as under way, whether or not the connection carries it. */
  #note(link: Link, body: Buffer | undefined): void {
    if (body === undefined) return;
    this.#lastSequence += 1;
    this.#deliveries.set(this.#lastSequence, { link, body });
  }

  /** The delivery is no longer under way. */
  #take(number: number): Buffer | undefined {
    const body = this.#deliveries.get(number)?.body;
    this.#deliveries.delete(number);
    return body;
  }

  #answered(number: number, status: number): void {
    const body = this.#take(number);
    if (status !== 0) setTimeout(() => this.#deliver(body), 50);
  }

  #ask(id: number): void {
    for (const { write } of this.#bound) write(id, 77);
  }
}

/** What the SMSC does to a message. */
interface SmscBehaviour {
  /** The response, then the receipt, if absent. */
  readonly answer?:
    | 'respond'
    | 'together'
    | 'early'
    | 'drop'
    | 'late'
    | 'hold'
    | 'hold-receipt'
    | 'lose-receipt'
    | 'data'
    | 'ignore'
    /** The number of the submit, with another command; then the response. */
    | 'other-command'
    /** The response without its last octets, at the end of the connection. */
    | 'cut-short';
  /** A command status instead. */
  readonly refusal?: number;
  /** The command status of a generic_nack instead. */
  readonly nack?: number;
  /** State and error of the receipt, as in appendix B; none if absent. */
  readonly receipt?: string;
  /** The receipt has optional parameters instead of a text. */
  readonly optional?: boolean;
  /** `esm_class` of the receipt; 0x04 if absent. */
  readonly esmClass?: number;
  /** The id is a number, hexadecimal in the response, decimal with leading zeros in the receipt. */
  readonly numericId?: boolean;
  /** The response has an empty id. */
  readonly withoutId?: boolean;
  /**
   * The command status of the response to a cancel_sm, 0 if absent; or a generic_nack, or no response. With
   * `deliver`, the receipt that was held back comes before a refusal.
   */
  readonly cancel?: number | 'nack' | 'ignore' | 'deliver';
}

const delivered = 'stat:DELIVRD err:000';
const fine: SmscBehaviour = { receipt: delivered };

/**
 * By the last two digits of the number: what happens each time; the last entry counts for all later times.
 */
const behaviours: Readonly<Record<string, readonly SmscBehaviour[]>> = {
  '01': [fine],
  '02': [{ receipt: 'stat:UNDELIV err:0B1' }],
  '03': [{ receipt: 'stat:EXPIRED err:017' }],
  '04': [{ receipt: 'stat:REJECTD err:999' }],
  '05': [{ refusal: 0x58 }, fine],
  '06': [{ answer: 'drop' }, fine],
  '07': [{ answer: 'early', receipt: delivered }],
  '08': [{ refusal: 0x0b }],
  '09': [{ refusal: 0x14 }, fine],
  '10': [{ answer: 'hold', receipt: delivered }],
  '11': [{ answer: 'hold-receipt', receipt: delivered }],
  '12': [{ receipt: delivered, optional: true }],
  '13': [{}],
  '14': [{}, { refusal: 0x58 }, fine],
  '15': [{ receipt: delivered, numericId: true }],
  '16': [{ answer: 'lose-receipt', receipt: delivered }],
  '17': [{ answer: 'ignore' }, fine],
  '18': [{ answer: 'hold', refusal: 0x0b }],
  '19': [{ answer: 'data' }],
  '20': [{ answer: 'hold-receipt', receipt: 'stat:ENROUTE err:000' }],
  '21': [{ answer: 'together', receipt: delivered }],
  '22': [{ answer: 'ignore' }],
  '23': [{ answer: 'drop' }],
  '24': [{ answer: 'late' }],
  '61': [{ receipt: delivered, esmClass: 0 }],
  '62': [{ receipt: 'stat:UNDELIV err:001', esmClass: 0x20 }],
  '63': [{ receipt: 'stat:PARKED err:001' }],
  '64': [{ receipt: delivered, esmClass: 0x08 }],
  '65': [{ withoutId: true }],
  '66': [{ refusal: 0x44b }],
  '67': [{ nack: 0 }, fine],
  '68': [{ refusal: 0x62 }],
  '70': [{ cancel: 0x11 }],
  '71': [{ cancel: 0x03 }],
  '72': [{ cancel: 'nack' }],
  '73': [{ cancel: 'ignore' }],
  '74': [{ answer: 'hold-receipt', receipt: delivered, cancel: 'deliver' }],
  '75': [{ numericId: true }],
  '69': [{ answer: 'cut-short' }, fine],
  '78': [{}, { refusal: 0x0b }],
  '77': [fine, { receipt: 'stat:UNDELIV err:0B1' }, fine],
  '76': [{ answer: 'other-command' }],
};

function behaviourOf(number: string, time: number): SmscBehaviour {
  const times = behaviours[number.slice(-2)] ?? [];
  return times[time - 1] ?? times.at(-1) ?? fine;
}
