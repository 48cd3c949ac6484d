import { createServer, type Socket } from 'node:net';
import {
  cString,
  deliverBody,
  ids,
  readSubmit,
  takePdus,
  type WirePdu,
  writePdu,
} from '@cascade/service/bench';

/**
 * An SMSC as fast as it can be, in a process of its own: it takes every message, and reports each delivered at once,
 * after an ENROUTE with the argument `enroute`. A receipt without a response is sent to the next client that binds, as
 * operators do. Sends its port; on a message, how often it was asked to send each request id.
 */
const isEnroute = process.argv[2] === 'enroute';
const bound = new Set<Socket>();
/** Receipts without a response, by sequence number. */
const unanswered = new Map<number, Buffer>();
/** How often each text was submitted, by the request id in it. */
const submitted = new Map<string, number>();
let lastSequence = 0;
let lastId = 0;

const server = createServer((socket) => {
  let arrived: Buffer = Buffer.alloc(0);
  socket.setNoDelay();
  socket.on('error', () => {});
  socket.on('close', () => bound.delete(socket));
  socket.on('data', (chunk: Buffer) => {
    const { pdus, rest } = takePdus(arrived.length === 0 ? chunk : Buffer.concat([arrived, chunk]));
    arrived = rest;
    socket.cork();
    for (const pdu of pdus) handle(socket, pdu);
    socket.uncork();
  });
});

function handle(socket: Socket, { id, sequence, body }: WirePdu): void {
  switch (id) {
    case ids.bindTransceiver:
      write(socket, ids.bindTransceiverResp, sequence, cString('smsc'));
      bound.add(socket);
      for (const [number, receipt] of unanswered) write(socket, ids.deliverSm, number, receipt);
      break;
    case ids.submitSm:
      submit(socket, sequence, body);
      break;
    case ids.enquireLink:
      write(socket, ids.enquireLinkResp, sequence);
      break;
    case ids.unbind:
      write(socket, ids.unbindResp, sequence);
      socket.end();
      break;
    case ids.deliverSmResp:
      unanswered.delete(sequence);
      break;
    default:
  }
}

function submit(socket: Socket, sequence: number, body: Buffer): void {
  const { shortMessage, destination } = readSubmit(body);
  const text = Buffer.from(shortMessage, 'hex').toString('latin1');
  const requestId = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(text)?.[0] ?? 'unknown';
  submitted.set(requestId, (submitted.get(requestId) ?? 0) + 1);
  lastId += 1;
  const id = String(1_000_000 + lastId);
  write(socket, ids.submitSmResp, sequence, cString(id));
  const states = isEnroute ? ['stat:ENROUTE err:000', 'stat:DELIVRD err:000'] : ['stat:DELIVRD err:000'];
  for (const receipt of states) deliver(deliverBody({ from: destination[2], id, receipt }));
}

function deliver(receipt: Buffer): void {
  lastSequence += 1;
  unanswered.set(lastSequence, receipt);
  const [socket] = bound;
  if (socket !== undefined) write(socket, ids.deliverSm, lastSequence, receipt);
}

function write(socket: Socket, id: number, sequence: number, body: Buffer = Buffer.alloc(0)): void {
  socket.write(writePdu({ id, status: 0, sequence, body }));
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) process.send?.(address.port);
});
process.on('message', () => process.send?.([...submitted]));
process.on('disconnect', () => process.exit());
