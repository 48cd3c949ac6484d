import { createServer, type Socket } from 'node:net';
import { listen } from '@cascade/repository/test-kit';
import { cString, deliverBody, ids, readSubmit, serveWire, type WritePdu } from '@cascade/service/bench';
import { sceneOf } from '@cascade/types/demo-numbers';

export interface SmscOptions {
  /** Called with the text of each message that is taken; returns what is called with the response. */
  onSend(text: string): () => void;
  /** Milliseconds until a response. */
  readonly latencyMs: number;
  /** Whether an ENROUTE comes before each final receipt. */
  readonly isEnroute: boolean;
}

/** RSYSERR (SMPP 3.4, §5.1.3): the message was not taken, and may be submitted again. */
const systemError = 0x08;

const refusedMs = 100;

/** The `message_state` of a receipt, in the words of appendix B. SMPP knows no READ. */
const states: Readonly<Record<string, string>> = {
  SENT: 'stat:ENROUTE err:000',
  DELAYED: 'stat:ENROUTE err:000',
  DELIVERED: 'stat:DELIVRD err:000',
  UNDELIVERED: 'stat:UNDELIV err:001',
};

/**
 * An SMSC as fast as it can be. It treats each number as the simulator does (ADR-0038), with a receipt for
 * each outcome. Resolves to its port.
 */
export async function startSmsc(options: SmscOptions): Promise<number> {
  const deliveries = createDeliveries();
  const submit = createSubmit(options, deliveries);
  const serve = (socket: Socket): void => {
    socket.setNoDelay();
    const write = serveWire(socket, ({ id, status, sequence, body }) => {
      // The answers to what comes at once are one segment.
      socket.cork();
      process.nextTick(() => socket.uncork());
      switch (id) {
        case ids.bindTransceiver:
          write(ids.bindTransceiverResp, sequence, cString('smsc'));
          deliveries.bind(socket, write);
          break;
        case ids.submitSm:
          submit(write, sequence, body);
          break;
        case ids.enquireLink:
          write(ids.enquireLinkResp, sequence);
          break;
        case ids.unbind:
          write(ids.unbindResp, sequence);
          socket.end();
          break;
        case ids.deliverSmResp:
          deliveries.answered(sequence, status);
          break;
        default:
      }
    });
  };
  return listen(createServer(serve));
}

type Deliveries = ReturnType<typeof createDeliveries>;

/**
 * Receipts on their way to the clients that are bound. One without a response is sent to the next that binds,
 * as operators do.
 */
function createDeliveries() {
  const bound = new Set<WritePdu>();
  const unanswered = new Map<number, Buffer>();
  let lastSequence = 0;

  function deliver(receipt: Buffer): void {
    lastSequence += 1;
    unanswered.set(lastSequence, receipt);
    const [write] = bound;
    write?.(ids.deliverSm, lastSequence, receipt);
  }

  return {
    deliver,
    bind(socket: Socket, write: WritePdu) {
      bound.add(write);
      socket.on('close', () => bound.delete(write));
      for (const [sequence, receipt] of unanswered) write(ids.deliverSm, sequence, receipt);
    },
    /**
     * A refused receipt is sent again: a replica refuses those of another one until they are in the store.
     */
    answered(sequence: number, status: number) {
      const receipt = unanswered.get(sequence);
      unanswered.delete(sequence);
      if (status !== 0 && receipt !== undefined) setTimeout(() => deliver(receipt), refusedMs);
    },
  };
}

function createSubmit({ onSend, latencyMs, isEnroute }: SmscOptions, { deliver }: Deliveries) {
  const failed = new Map<string, number>();
  let lastId = 0;
  return (write: WritePdu, sequence: number, body: Buffer): void => {
    const { shortMessage, destination, optional } = readSubmit(body);
    const text = Buffer.from(`${shortMessage}${optional['0424'] ?? ''}`, 'hex').toString('latin1');
    const { failures, response, receipts } = sceneOf(destination[2], 'SMS');
    const before = failed.get(text) ?? 0;
    if (before < failures) {
      failed.set(text, before + 1);
      write(ids.submitSmResp, sequence, undefined, systemError);
      return;
    }
    const onAnswer = onSend(text);
    lastId += 1;
    const id = String(1_000_000 + lastId);
    const outcomes = [
      ...(isEnroute ? [{ status: 'SENT', afterSeconds: 0 }] : []),
      ...(response.status === 'SENT' ? receipts : [{ status: response.status, afterSeconds: 0 }]),
    ];
    after(latencyMs, () => {
      write(ids.submitSmResp, sequence, cString(id));
      onAnswer();
      for (const { status, afterSeconds } of outcomes) {
        const receipt = states[status];
        if (receipt === undefined) continue;
        after(afterSeconds * 1_000, () => deliver(deliverBody({ from: destination[2], id, receipt })));
      }
    });
  };
}

function after(milliseconds: number, work: () => void): void {
  if (milliseconds === 0) work();
  else setTimeout(work, milliseconds);
}
