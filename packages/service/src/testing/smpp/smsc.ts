import { readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { parentPort, threadId, workerData } from 'node:worker_threads';
import { certificateFile, keyFile } from './certificate.ts';
import {
  cString,
  dataBody,
  deliverBody,
  ids,
  readSubmit,
  takePdus,
  type WirePdu,
  writePdu,
} from './smpp-wire.ts';
import { behaviourOf } from './smsc-behaviours.ts';
import type { SmscCommand, SmscEvent, SmscPlace } from './smsc-events.ts';

/**
 * An SMSC as a separate thread, which gets {@link SmscPlace}. It reports each PDU to the parent thread.
 * `smsc-behaviours.ts` lists how it treats a message, by number.
 */
const { port, transport }: SmscPlace = workerData;
const password = 'secret';
const passwordRefused = 0x0e;

const bound = new Set<Socket>();
const times = new Map<string, number>();
const held: (() => void)[] = [];
/** What no client has accepted yet, by sequence number: it is sent again if it is refused, or its connection is lost. */
const deliveries = new Map<number, { readonly socket: Socket; readonly body: Buffer }>();
const waiting: Buffer[] = [];
let mute = false;
let lastSequence = 0;
let lastId = 0;

const tell = (event: SmscEvent): void => parentPort?.postMessage(event);
const write = (
  socket: Socket,
  id: number,
  sequence: number,
  body: Buffer = Buffer.alloc(0),
  status = 0,
): void => void socket.write(writePdu({ id, status, sequence, body }));

function serve(socket: Socket): void {
  let arrived: Buffer = Buffer.alloc(0);
  tell({ kind: 'connect' });
  socket.on('error', () => {});
  socket.on('close', () => {
    bound.delete(socket);
    for (const [number, delivery] of [...deliveries]) if (delivery.socket === socket) deliver(take(number));
  });
  socket.on('data', (chunk) => {
    const { pdus, rest } = takePdus(Buffer.concat([arrived, chunk]));
    arrived = rest;
    for (const pdu of pdus) if (!mute) handle(socket, pdu);
  });
}

function handle(socket: Socket, { id, status, sequence, body }: WirePdu): void {
  switch (id) {
    case ids.bindTransceiver:
      bind(socket, sequence, body);
      break;
    case ids.submitSm:
      submit(socket, sequence, body);
      break;
    case ids.enquireLink:
      write(socket, ids.enquireLinkResp, sequence);
      tell({ kind: 'enquire' });
      break;
    case ids.unbind:
      write(socket, ids.unbindResp, sequence);
      socket.end();
      tell({ kind: 'unbind' });
      break;
    default:
      // Without its message_id it cannot be read (§4.6.2).
      if (id === ids.deliverSmResp && body.length === 0) return;
      if (id === ids.deliverSmResp) answered(sequence, status);
      tell({ kind: 'response', id, sequence, body: body.toString('hex') });
      tell({ kind: 'answer', status });
  }
}

function bind(socket: Socket, sequence: number, body: Buffer): void {
  const [systemId = '', given, systemType = ''] = body.toString('latin1').split('\0');
  if (given !== password) {
    write(socket, ids.bindTransceiverResp, sequence, undefined, passwordRefused);
    return;
  }
  const version = body.readUInt8(systemId.length + password.length + systemType.length + 3);
  write(socket, ids.bindTransceiverResp, sequence, cString('smsc'));
  bound.add(socket);
  tell({ kind: 'bind', systemId, version });
  for (const receipt of waiting.splice(0)) deliver(receipt);
}

function submit(socket: Socket, sequence: number, body: Buffer): void {
  const submitted = readSubmit(body);
  tell({ kind: 'submit', submitted });
  const [, , number] = submitted.destination;
  const time = (times.get(number) ?? 0) + 1;
  times.set(number, time);
  const { answer = 'respond', refusal, receipt, optional, numericId = false } = behaviourOf(number, time);
  if (refusal !== undefined) {
    const refuse = () => write(socket, ids.submitSmResp, sequence, undefined, refusal);
    if (answer === 'hold') held.push(refuse);
    else refuse();
    return;
  }
  lastId += 1;
  // `_` and `$` have other codes in GSM 03.38. The id of the thread makes ids unique after a restart.
  const own = `${threadId.toString(16)}_$${lastId}`;
  const numeric = 0xabc00 + lastId;
  const id = numericId ? numeric.toString(16) : own;
  const receiptId = numericId ? String(numeric).padStart(10, '0') : own;
  const respond = () => write(socket, ids.submitSmResp, sequence, cString(id));
  const receiptBody =
    receipt === undefined ? undefined : deliverBody({ from: number, id: receiptId, receipt, optional });
  const tellReceipt = () => deliver(receiptBody);
  const steps = {
    respond: [respond, tellReceipt],
    early: [tellReceipt, respond],
    drop: [() => socket.destroy()],
    hold: [() => held.push(respond, tellReceipt)],
    'hold-receipt': [respond, () => held.push(tellReceipt)],
    'lose-receipt': [respond, () => note(socket, receiptBody), () => socket.end()],
    data: [respond, () => write(socket, ids.dataSm, 78, dataBody(number, id))],
    ignore: [],
  };
  for (const step of steps[answer]) step();
}

/** Sends to a bound client; without one, to the next that binds. */
function deliver(body: Buffer | undefined): void {
  if (body === undefined) return;
  const [socket] = bound;
  if (socket === undefined) {
    waiting.push(body);
    return;
  }
  note(socket, body);
  write(socket, ids.deliverSm, lastSequence, body);
}

/** Counts it as under way, whether or not the connection carries it. */
function note(socket: Socket, body: Buffer | undefined): void {
  if (body === undefined) return;
  lastSequence += 1;
  deliveries.set(lastSequence, { socket, body });
}

/** The delivery is no longer under way. */
function take(number: number): Buffer | undefined {
  const body = deliveries.get(number)?.body;
  deliveries.delete(number);
  return body;
}

function answered(number: number, status: number): void {
  const body = take(number);
  if (status !== 0) setTimeout(() => deliver(body), 50);
}

function ask(id: number): void {
  for (const socket of bound) write(socket, id, 77);
}

const unknownCommand = 0x00010101;

/** Requests that an SMSC has no reason to send: a submit_sm, and an alert_notification, which has no response (§4.12). */
function askStrangely(): void {
  const submit = Buffer.concat([Buffer.alloc(10), cString(''), Buffer.alloc(6)]);
  for (const socket of bound) {
    write(socket, ids.alertNotification, 79, Buffer.concat([Buffer.from([1, 1, 0]), Buffer.from([1, 1, 0])]));
    write(socket, ids.submitSm, 80, submit);
  }
}

const commands: Readonly<Record<SmscCommand, () => void>> = {
  release() {
    for (const step of held.splice(0)) step();
  },
  'mobile-originated': () => deliver(deliverBody({ from: '12025550100', text: 'STOP id:1 stat:DELIVRD' })),
  'unknown-command': () => ask(unknownCommand),
  'strange-requests': askStrangely,
  enquire: () => ask(ids.enquireLink),
  mute() {
    mute = true;
  },
};

const certificate = () => ({ cert: readFileSync(certificateFile), key: readFileSync(keyFile) });
const server = transport === 'tls' ? createTlsServer(certificate(), serve) : createServer(serve);

parentPort?.on('message', (command: SmscCommand) => commands[command]());
server.listen(port, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) tell({ kind: 'listening', port: address.port });
});
