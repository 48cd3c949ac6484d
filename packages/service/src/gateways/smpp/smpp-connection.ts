import { readFile } from 'node:fs/promises';
import smpp, { type PDU, type Session } from 'smpp';
import { defined } from '../../defined.ts';
import type { DeclaredSmpp } from '../../generated/declared-service.ts';
import { describeError } from '../../log.ts';
import { NoRoomError } from '../gateway-lane.ts';
import { SmppError } from './result-of.ts';

/** An SMSC, and how to connect and submit to it. */
export type SmppSettings = Omit<DeclaredSmpp, 'kind'>;

/** Where to connect to an SMSC, and whether by TLS. */
type SmppAddress = Pick<SmppSettings, 'host' | 'port' | 'tls' | 'ca' | 'servername' | 'certificate' | 'key'>;

/** A PDU of SMPP 3.4: its command, its status, and its fields by the names of the specification. */
export interface Pdu {
  readonly command: string;
  readonly command_status: number;
  readonly [field: string]: unknown;
}

/** Fields of a PDU by the names of the specification. */
export type Fields = Readonly<Record<string, unknown>>;

/** One TCP connection that speaks SMPP. */
export interface SmppConnection {
  /**
   * Writes a request before it returns; resolves to its response or a generic_nack, whatever the status and
   * however late.
   * @throws {NoRoomError} if nothing was written; {SmppError} if the connection is lost before the response.
   */
  request(command: string, fields?: Fields): Promise<Pdu>;
  /** When the SMSC last sent anything, in milliseconds of `performance.now`. */
  readonly heardAt: number;
  /** The SMSC wants to end the session: nothing more may be requested, but it may still respond. */
  readonly isEnding: boolean;
  /** Resolves when no response is outstanding. */
  drained(): Promise<void>;
  /** Resolves when the connection is closed, for any reason. */
  readonly closed: Promise<void>;
  /** Closes the connection without unbinding. */
  destroy(): void;
}

export interface ConnectOptions {
  readonly address: SmppAddress;
  /** Time-out for the connection. */
  readonly seconds: number;
  /** Aborts connecting. */
  readonly signal: AbortSignal;
  /**
   * Takes a deliver_sm or data_sm; resolves to the command status of its response. If it rejects, the SMSC
   * repeats it.
   */
  onDeliver(deliver: Pdu): Promise<number>;
  /** Called when the SMSC has unbound us. */
  onUnbind?(): void;
  /**
   * Called with a response that answers nothing: to no request, or of another command than the request under
   * its number, which is then given.
   */
  onStray?(response: Pdu, request: string | undefined): void;
}

// Texts remain bytes in both directions: the library would decode the ASCII of receipts as GSM 03.38 (`_` as
// `§`).
smpp.commands.deliver_sm.params.short_message.filter = undefined;
smpp.tlvs.message_payload.filter = undefined;

/** Octets of a PDU without a body, and of its length alone. */
const headerLength = 16;
const lengthLength = 4;

// The library would wait without a limit for a PDU that is shorter than its header.
const { commandLength } = smpp.PDU;
smpp.PDU.commandLength = (stream) => {
  const isThere = stream.readableLength >= lengthLength;
  const length = commandLength(stream);
  if (isThere && Number(length) < headerLength) throw new Error(`found a PDU of ${length} octets`);
  return length;
};

// At its end, a stream gives less than it is asked for: an id would be read that was cut short.
smpp.PDU.fromStream = (stream, length) => {
  const rest: Buffer | null = stream.read(length - lengthLength);
  if (rest === null) return false;
  const octets = Buffer.alloc(lengthLength + rest.length);
  octets.writeUInt32BE(length);
  rest.copy(octets, lengthLength);
  if (octets.length < length) throw new Error('the connection has ended within a PDU');
  return new smpp.PDU(octets);
};

/** Connects, without binding. @throws {SmppError} if the connection is not established in time. */
export async function connectSmpp(options: ConnectOptions): Promise<SmppConnection> {
  const { address, seconds, signal, onDeliver, onUnbind = () => {}, onStray = () => {} } = options;
  const socket = await socketOptions(address);
  signal.throwIfAborted();
  const session = smpp.connect(socket);
  let heardAt = performance.now();
  let isEnding = false;
  const requests = createRequests(session);
  session.on('pdu', (pdu: PDU) => {
    heardAt = performance.now();
    if (pdu.isResponse()) requests.settle(pdu, onStray);
    if (pdu.command === 'unbind') isEnding = true;
    void answer(session, pdu, onDeliver);
    if (pdu.command === 'unbind') onUnbind();
  });
  let why = 'the connection was closed';
  const cut = (reason: string) => {
    why = reason;
    session.destroy();
  };
  // After an unreadable PDU the library stops reading.
  session.on('error', ({ message }: Error) => cut(`the connection failed: ${message}`));
  const closed = new Promise<void>((resolve) => {
    session.once('close', () => {
      requests.fail(why);
      resolve();
    });
  });
  const connected = new Promise<'connected'>((resolve) =>
    // With TLS, the peer is known only after `secureConnect`.
    session.once(address.tls ? 'secureConnect' : 'connect', () => resolve('connected')),
  );
  const timer = setTimeout(() => cut(`no connection within ${seconds} seconds`), seconds * 1000);
  const giveUp = () => cut('the gateway was stopped');
  signal.addEventListener('abort', giveUp);
  const outcome = await Promise.race([connected, closed]);
  signal.removeEventListener('abort', giveUp);
  clearTimeout(timer);
  if (outcome !== 'connected') throw new SmppError(why);
  return {
    closed,
    request: requests.request,
    drained: requests.drained,
    get heardAt() {
      return heardAt;
    },
    get isEnding() {
      return isEnding;
    },
    destroy: () => session.destroy(),
  };
}

/** The files are read anew for each connection, so that certificates can be replaced without a restart. */
async function socketOptions(address: SmppAddress) {
  const { host, port, tls = false, ca, servername, certificate, key } = address;
  // Else a response, or the next message, waits until the SMSC has acknowledged the bytes before: up to 40
  // ms.
  const target = { host, port, noDelay: true } as const;
  if (!tls) return target;
  return defined({
    ...target,
    tls,
    ca: await readPem('the trusted certificates', ca),
    servername,
    cert: await readPem('our certificate', certificate),
    key: await readPem('the key of our certificate', key),
  });
}

async function readPem(what: string, file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new SmppError(`${what} cannot be read: ${describeError(error).message}`);
  }
}

/** A request that has no response yet. */
interface Outstanding {
  readonly command: string;
  resolve(response: Pdu): void;
  reject(error: SmppError): void;
}

/** Matches responses to requests, until the connection is lost. */
function createRequests(session: Session) {
  /** By sequence number. */
  const outstanding = new Map<unknown, Outstanding>();
  const waiting = new Set<() => void>();

  function forget(sequence: unknown): void {
    outstanding.delete(sequence);
    if (outstanding.size > 0) return;
    for (const resolve of waiting) resolve();
    waiting.clear();
  }

  return {
    /** A response of another command answers nothing: the right one may follow. */
    settle(response: PDU, onStray: NonNullable<ConnectOptions['onStray']>): void {
      const { command, sequence_number: sequence } = response;
      const one = outstanding.get(sequence);
      const isAnswer = command === 'generic_nack' || command === `${one?.command}_resp`;
      if (one === undefined || !isAnswer) {
        onStray(response, one?.command);
        return;
      }
      one.resolve(response);
      forget(sequence);
    },
    fail(reason: string): void {
      for (const [sequence, { reject }] of outstanding) {
        reject(new SmppError(reason));
        forget(sequence);
      }
    },
    drained: () =>
      new Promise<void>((resolve) => {
        if (outstanding.size === 0) resolve();
        else waiting.add(resolve);
      }),
    request: (command: string, fields: Fields = {}) =>
      new Promise<Pdu>((resolve, reject) => {
        const pdu = new smpp.PDU(command, fields);
        if (session.send(pdu)) outstanding.set(pdu.sequence_number, { command, resolve, reject });
        else reject(new NoRoomError('the connection was closed'));
      }),
  };
}

/** When to stop waiting. */
export interface WaitLimits {
  /** What is missing then, for the error. */
  readonly what?: string;
  /** No limit if absent. */
  readonly seconds?: number;
  readonly signal?: AbortSignal;
}

/**
 * Waits for work, which goes on when the wait ends.
 * @throws {SmppError} after that many seconds, or the signal's reason.
 */
export async function waitFor<Result>(
  work: Promise<Result>,
  { what, seconds, signal }: WaitLimits,
): Promise<Result> {
  signal?.throwIfAborted();
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal?.reason);
  const giveUp = () => reject(new SmppError(`no ${what} within ${seconds} seconds`));
  const timer = seconds === undefined ? undefined : setTimeout(giveUp, seconds * 1000);
  signal?.addEventListener('abort', abort);
  try {
    return await Promise.race([work, ended]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** ESME_RX_T_APPN: a temporary error, so the SMSC retries. */
const retryLater = 0x64;
/** ESME_RINVCMDID: we do not take this command. */
const notTaken = 0x03;

/** Answers each request of the SMSC that has a response. */
async function answer(session: Session, pdu: PDU, onDeliver: ConnectOptions['onDeliver']): Promise<void> {
  if (pdu.isResponse()) return;
  switch (pdu.command) {
    case 'deliver_sm':
    case 'data_sm':
      session.send(deliverResponse(pdu, await onDeliver(pdu).catch(() => retryLater)));
      break;
    case 'enquire_link':
      session.send(pdu.response());
      break;
    // What is outstanding may still be answered: the connection is closed later.
    case 'unbind':
      session.send(pdu.response());
      break;
    // They have no response (§4.1.7, §4.12).
    case 'outbind':
    case 'alert_notification':
      break;
    default: {
      const { sequence_number } = pdu;
      session.send(new smpp.PDU('generic_nack', { command_status: notTaken, sequence_number }));
    }
  }
}

/** `command_status` is the third of the header's four numbers. */
const statusAt = 8;

/**
 * The response to a deliver_sm or data_sm. Its `message_id` is empty, but never absent (SMPP 3.4, §4.6.2):
 * the library leaves the body of a refusal out, which jSMPP cannot read.
 */
function deliverResponse(deliver: PDU, status: number): PDU {
  const response = deliver.response();
  const octets = response.toBuffer();
  octets.writeUInt32BE(status, statusAt);
  return Object.assign(response, { command_status: status, toBuffer: () => octets });
}
