import smpp, { type PDU, type Session } from 'smpp';
import { toldAgainLater } from './command-status.ts';
import { SmppError } from './smpp-error.ts';
import type { SmppSettings } from './smpp-settings.ts';
import { socketOptions } from './socket-options.ts';

/** A PDU of SMPP 3.4: its command, its status, and its fields by the names of the specification. */
export interface Pdu {
  readonly command: string;
  readonly command_status: number;
  readonly [field: string]: unknown;
}

export type Fields = Readonly<Record<string, unknown>>;

/** One TCP connection that speaks SMPP. */
export interface SmppConnection {
  /**
   * Sends a request and gives its response, whatever its status. `heard` gets the response even if it comes too late.
   * @throws {SmppError} if no response comes in time, or the connection is lost before.
   */
  request(command: string, fields: Fields, seconds: number, heard?: (response: Pdu) => void): Promise<Pdu>;
  /** Settles when the connection is gone, for whatever reason. */
  readonly closed: Promise<void>;
  /** Cuts it. */
  destroy(): void;
}

/** Where an SMSC is, and whether it speaks TLS there. */
export type SmppAddress = Pick<SmppSettings, 'host' | 'port' | 'tls' | 'ca' | 'servername'>;

export interface ConnectOptions {
  readonly address: SmppAddress;
  /** How long to wait for the connection. */
  readonly seconds: number;
  /** Gives up connecting. */
  readonly signal: AbortSignal;
  /** Gives the command status to answer a deliver_sm with; if it throws, the SMSC is asked to tell it again. */
  onDeliver(deliver: Pdu): Promise<number>;
}

// Texts stay bytes, in both directions: the library would read the ASCII of receipts as GSM 03.38, where `_` is `§`.
smpp.commands.deliver_sm.params.short_message.filter = undefined;
smpp.tlvs.message_payload.filter = undefined;

/** Connects, without binding. @throws {SmppError} if there is no connection in time. */
export async function connectSmpp(options: ConnectOptions): Promise<SmppConnection> {
  const { address, seconds, signal, onDeliver } = options;
  const socket = await socketOptions(address);
  signal.throwIfAborted();
  const session = smpp.connect(socket);
  session.on('pdu', (pdu: PDU) => void answer(session, pdu, onDeliver));
  let why = 'the connection was closed';
  const cut = (reason: string) => {
    why = reason;
    session.destroy();
  };
  // After a PDU that it cannot read the library reads no more.
  session.on('error', ({ message }: Error) => cut(`the connection failed: ${message}`));
  const requests = createRequests(session);
  const closed = new Promise<void>((resolve) => {
    session.once('close', () => {
      requests.fail(why);
      resolve();
    });
  });
  const connected = new Promise<'connected'>((resolve) =>
    // Of TLS it is only the second that says with whom.
    session.once(address.tls ? 'secureConnect' : 'connect', () => resolve('connected')),
  );
  const timer = setTimeout(() => cut(`no connection within ${seconds} seconds`), seconds * 1000);
  const giveUp = () => cut('nobody wants the connection any more');
  signal.addEventListener('abort', giveUp);
  const outcome = await Promise.race([connected, closed]);
  signal.removeEventListener('abort', giveUp);
  clearTimeout(timer);
  if (outcome !== 'connected') throw new SmppError(why);
  return { closed, request: requests.request, destroy: () => session.destroy() };
}

/** Requests and their responses, until the connection is lost. */
function createRequests(session: Session) {
  const outstanding = new Set<(reason: string) => void>();
  return {
    fail(reason: string): void {
      for (const fail of outstanding) fail(reason);
    },
    request: (command: string, fields: Fields, seconds: number, heard?: (response: Pdu) => void) =>
      new Promise<Pdu>((resolve, reject) => {
        const finish = () => {
          outstanding.delete(fail);
          clearTimeout(timer);
        };
        const fail = (reason: string) => {
          finish();
          reject(new SmppError(reason));
        };
        const timer = setTimeout(
          () => fail(`no response to ${command} within ${seconds} seconds`),
          seconds * 1000,
        );
        outstanding.add(fail);
        const sent = session.send(new smpp.PDU(command, fields), (response) => {
          finish();
          heard?.(response);
          resolve(response);
        });
        if (!sent) fail('the connection was closed');
      }),
  };
}

/** What the SMSC asks of us. A request that we do not know gets a generic_nack. */
async function answer(session: Session, pdu: PDU, onDeliver: ConnectOptions['onDeliver']): Promise<void> {
  switch (pdu.command) {
    case 'deliver_sm':
      session.send(pdu.response({ command_status: await statusOf(pdu, onDeliver) }));
      break;
    case 'enquire_link':
    case 'unknown':
      session.send(pdu.response());
      break;
    case 'unbind':
      session.send(pdu.response());
      session.close();
      break;
  }
}

async function statusOf(pdu: PDU, onDeliver: ConnectOptions['onDeliver']): Promise<number> {
  try {
    return await onDeliver(pdu);
  } catch {
    return toldAgainLater;
  }
}
