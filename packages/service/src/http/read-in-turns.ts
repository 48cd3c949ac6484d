import type { IncomingMessage } from 'node:http';
import type { PartyId, ProcessorShare } from '../sharing/processor-share.ts';

/** What is read of a body before others have their turn. The first slice needs none. */
export const sliceInBytes = 65_536;

/**
 * Milliseconds to read a slice: 0.13 in Node and in the system (measured on 2026-11-22), and with 64 senders
 * at once as much again for garbage and for what the system sends meanwhile. Rather too much: it also limits
 * the slices in a turn.
 */
const costOfSlice = 0.5;

/**
 * Reads a body in slices, and waits for the party's turn after each; also of a dropped one, since many
 * clients read the answer only after they have sent the body. Node itself would read up to 2 MiB of each
 * connection in a turn of the event loop, and it accepts only one new connection in a turn: 64 connections
 * took 100 ms for it, and strangers waited for seconds to be let in.
 */
export function readInTurns(
  request: IncomingMessage,
  share: Pick<ProcessorShare, 'take'>,
  partyId: PartyId,
): void {
  const { socket } = request;
  let left = sliceInBytes;
  const turn = async () => {
    const isWanted = () => !socket.destroyed;
    const taken = await share.take({ partyId, cost: costOfSlice, isWanted, run: () => {} });
    // The party has a thousand others waiting.
    if (taken === 'refused') socket.destroy();
    else request.resume();
  };
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left > 0) return;
    left = sliceInBytes;
    request.pause();
    void turn();
  });
}
