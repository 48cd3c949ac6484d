import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { listen } from '@cascade/repository/test-kit';
import {
  cString,
  deliverBody,
  ids,
  readCancel,
  readSubmit,
  serveWire,
  type WirePdu,
} from '../smpp/smpp-wire.ts';

/** What the SMSC does with a submit. */
export type Treatment =
  /** Responds with the id after that many milliseconds. */
  | { readonly id: string; readonly afterMs: number }
  /** `refuse`: for a while; `drop`: closes the connection; `ignore`: never responds. */
  | 'refuse'
  | 'drop'
  | 'ignore';

/** What the SMSC does with a cancel_sm. */
export type CancelTreatment =
  /** It has withdrawn the message, or says that this is too late, after that many milliseconds. */
  | { readonly is: 'withdrawn' | 'too-late'; readonly afterMs: number }
  /** It writes the receipt right before it says that it is too late. */
  | { readonly is: 'told-before'; readonly accepted: Accepted }
  | 'drop'
  | 'ignore';

/** A message that the SMSC has accepted, by its id. */
export interface Accepted {
  readonly id: string;
  readonly address: string;
  /** Where it came from. */
  readonly link: Link;
}

/** A bound connection. */
export interface Link {
  /**
   * Sends the receipt `DELIVERED` until it is accepted; resolves to false if the connection is lost before.
   */
  deliver(message: Pick<Accepted, 'id' | 'address'>): Promise<boolean>;
}

interface ForgetfulSmscOptions {
  /** @param isLast whether a receipt was requested, as for the last part of a text. */
  treat(address: string, isLast: boolean): Promise<Treatment>;
  treatCancel(id: string, address: string): Promise<CancelTreatment>;
  /** Called right before the response to a cancel_sm of which the receipt comes before, to write that. */
  onToldBefore(accepted: Accepted, link: Link): void;
  /** Called right after the response to the last part of a text. */
  onAccepted(accepted: Accepted): void;
}

/** An SMSC in this process, which may give an id again, as its treatment says. */
export type ForgetfulSmsc = Awaited<ReturnType<typeof startForgetfulSmsc>>;

export async function startForgetfulSmsc(options: ForgetfulSmscOptions) {
  const sockets = new Set<Socket>();
  const links = new Set<Link>();
  const submittedAgain: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    const link = serve(socket, options, {
      onBound: () => void links.add(link),
      onSubmittedAgain: (address) => void submittedAgain.push(address),
    });
    socket.on('close', () => {
      sockets.delete(socket);
      links.delete(link);
    });
  });
  const port = await listen(server);
  return {
    port,
    /** Addresses of which one connection submitted a part again that was neither refused nor ignored. */
    submittedAgain,
    get links(): readonly Link[] {
      return [...links];
    },
    async close(): Promise<void> {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** ESME_RTHROTTLED and ESME_RCANCELFAIL. */
const throttled = 0x58;
const cancelFailed = 0x11;
/** Milliseconds before a receipt that was refused is sent again. */
const againMs = 5;

interface Listener {
  onBound(): void;
  onSubmittedAgain(address: string): void;
}

function serve(socket: Socket, options: ForgetfulSmscOptions, listener: Listener): Link {
  const { treat, treatCancel, onAccepted, onToldBefore } = options;
  const parts = new Set<string>();
  /** The receipts without a response, by sequence number; undefined if the connection is lost. */
  const receipts = new Map<number, (status: number | undefined) => void>();
  let lastSequence = 0;
  const write = serveWire(socket, handle);
  socket.on('close', () => {
    for (const settle of receipts.values()) settle(undefined);
  });

  function handle({ id, status, sequence, body }: WirePdu): void {
    if (id === ids.submitSm) void submit(sequence, body);
    else if (id === ids.cancelSm) void cancel(sequence, body);
    else if (id === ids.deliverSmResp) receipts.get(sequence)?.(status);
    else if (id === ids.enquireLink) write(ids.enquireLinkResp, sequence);
    else if (id === ids.unbind) {
      write(ids.unbindResp, sequence);
      socket.end();
    } else if (id === ids.bindTransceiver) {
      write(ids.bindTransceiverResp, sequence, cString('smsc'));
      listener.onBound();
    }
  }

  async function submit(sequence: number, body: Buffer): Promise<void> {
    const { destination, registeredDelivery, shortMessage } = readSubmit(body);
    const [, , address] = destination;
    const isLast = registeredDelivery === 1;
    const part = `${address} ${shortMessage}`;
    if (parts.has(part)) listener.onSubmittedAgain(address);
    parts.add(part);
    const treatment = await treat(address, isLast);
    if (treatment === 'drop') socket.destroy();
    if (treatment === 'refuse') write(ids.submitSmResp, sequence, undefined, throttled);
    if (typeof treatment === 'string') {
      // It is written again: at once, or unanswered after two time-outs (decisions/smpp-duplicates.md).
      parts.delete(part);
      return;
    }
    if (treatment.afterMs > 0) await pause(treatment.afterMs);
    // What follows at once comes in the same segment.
    socket.cork();
    write(ids.submitSmResp, sequence, cString(treatment.id));
    if (isLast) onAccepted({ id: treatment.id, address, link });
    socket.uncork();
  }

  async function cancel(sequence: number, body: Buffer): Promise<void> {
    const { id, destination } = readCancel(body);
    const treatment = await treatCancel(id, destination[2]);
    if (treatment === 'drop') socket.destroy();
    if (typeof treatment === 'string') return;
    if (treatment.is !== 'told-before' && treatment.afterMs > 0) await pause(treatment.afterMs);
    socket.cork();
    if (treatment.is === 'told-before') onToldBefore(treatment.accepted, link);
    write(ids.cancelSmResp, sequence, undefined, treatment.is === 'withdrawn' ? 0 : cancelFailed);
    socket.uncork();
  }

  const link: Link = {
    async deliver({ id, address }) {
      const body = deliverBody({ from: address, id, receipt: 'stat:DELIVRD err:000' });
      while (!socket.destroyed) {
        lastSequence += 1;
        const response = Promise.withResolvers<number | undefined>();
        receipts.set(lastSequence, response.resolve);
        write(ids.deliverSm, lastSequence, body);
        if ((await response.promise) === 0) return true;
        await pause(againMs);
      }
      return false;
    },
  };
  return link;
}
