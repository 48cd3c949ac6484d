import smpp, { type PDU, type Session } from 'smpp';
import { retryLater } from './command-status.ts';
import { deliverResponse } from './deliver-response.ts';
import type { Fields, Pdu } from './pdu.ts';
import { SmppError } from './smpp-error.ts';
import type { SmppAddress } from './smpp-settings.ts';
import { socketOptions } from './socket-options.ts';

/** One TCP connection that speaks SMPP. */
export interface SmppConnection {
  /**
   * Sends a request; resolves to its response, whatever its status. `heard` is called even with a late
   * response.
   * @throws {SmppError} if no response arrives in time, or the connection is lost before.
   */
  request(command: string, fields: Fields, seconds: number, heard?: (response: Pdu) => void): Promise<Pdu>;
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
  /** Resolves to the command status of the deliver_sm_resp; if it rejects, the SMSC is asked to retry. */
  onDeliver(deliver: Pdu): Promise<number>;
}

// Texts remain bytes in both directions: the library would decode the ASCII of receipts as GSM 03.38 (`_` as
// `§`).
smpp.commands.deliver_sm.params.short_message.filter = undefined;
smpp.tlvs.message_payload.filter = undefined;

/** Connects, without binding. @throws {SmppError} if the connection is not established in time. */
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
  // After an unreadable PDU the library stops reading.
  session.on('error', ({ message }: Error) => cut(`the connection failed: ${message}`));
  const requests = createRequests(session);
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
  return { closed, request: requests.request, destroy: () => session.destroy() };
}

/** Matches responses to requests, until the connection is lost. */
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

/** Answers a request of the SMSC; an unknown command gets a generic_nack. */
async function answer(session: Session, pdu: PDU, onDeliver: ConnectOptions['onDeliver']): Promise<void> {
  switch (pdu.command) {
    case 'deliver_sm':
      session.send(deliverResponse(pdu, await statusOf(pdu, onDeliver)));
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
    return retryLater;
  }
}
