// SMPP 3.4 as the specification has it, written without the library that it is to judge.

import type { Socket } from 'node:net';

/** The PDUs that an SMSC needs (§5.1.2.1). */
export const ids = {
  genericNack: 0x80000000,
  submitSm: 0x00000004,
  submitSmResp: 0x80000004,
  deliverSm: 0x00000005,
  deliverSmResp: 0x80000005,
  cancelSm: 0x00000008,
  cancelSmResp: 0x80000008,
  unbind: 0x00000006,
  unbindResp: 0x80000006,
  bindReceiver: 0x00000001,
  bindTransmitter: 0x00000002,
  bindTransceiver: 0x00000009,
  bindTransceiverResp: 0x80000009,
  enquireLink: 0x00000015,
  enquireLinkResp: 0x80000015,
  alertNotification: 0x00000102,
  dataSm: 0x00000103,
} as const;

export interface WirePdu {
  readonly id: number;
  readonly status: number;
  readonly sequence: number;
  readonly body: Buffer;
}

/** Takes whole PDUs off the front of what has arrived, and gives the rest. */
function takePdus(arrived: Buffer): { readonly pdus: readonly WirePdu[]; readonly rest: Buffer } {
  const pdus: WirePdu[] = [];
  let rest = arrived;
  while (rest.length >= 16 && rest.length >= rest.readUInt32BE(0)) {
    const length = rest.readUInt32BE(0);
    pdus.push({
      id: rest.readUInt32BE(4),
      status: rest.readUInt32BE(8),
      sequence: rest.readUInt32BE(12),
      body: rest.subarray(16, length),
    });
    rest = rest.subarray(length);
  }
  return { pdus, rest };
}

export function toBytes({ id, status, sequence, body }: WirePdu): Buffer {
  const header = Buffer.alloc(16);
  [16 + body.length, id, status, sequence].forEach((field, index) => {
    header.writeUInt32BE(field >>> 0, index * 4);
  });
  return Buffer.concat([header, body]);
}

/** Writes a PDU to a connection, if it is still open. */
export type WritePdu = (id: number, sequence: number, body?: Buffer, status?: number) => void;

/** Calls back with each whole PDU that a connection brings. */
export function serveWire(socket: Socket, onPdu: (pdu: WirePdu) => void): WritePdu {
  let arrived: Buffer = Buffer.alloc(0);
  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => {
    const { pdus, rest } = takePdus(arrived.length === 0 ? chunk : Buffer.concat([arrived, chunk]));
    arrived = rest;
    for (const pdu of pdus) onPdu(pdu);
  });
  return (id, sequence, body = Buffer.alloc(0), status = 0) => {
    if (!socket.destroyed) socket.write(toBytes({ id, status, sequence, body }));
  };
}

/** A C-octet string, zero included. */
export const cString = (text: string): Buffer => Buffer.from(`${text}\0`, 'latin1');

/** An optional parameter (§5.3). */
export function tlv(tag: number, value: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(tag, 0);
  head.writeUInt16BE(value.length, 2);
  return Buffer.concat([head, value]);
}

/** A submit_sm as it arrived; octets in hexadecimal, optional parameters by their tag. */
export interface Submitted {
  readonly source: readonly [ton: number, npi: number, address: string];
  readonly destination: readonly [ton: number, npi: number, address: string];
  readonly esmClass: number;
  readonly priority: number;
  readonly validityPeriod: string;
  readonly registeredDelivery: number;
  readonly dataCoding: number;
  readonly shortMessage: string;
  readonly optional: Readonly<Record<string, string>>;
}

/** Reads the fields of a body in their order. */
function fieldsOf(body: Buffer) {
  let at = 0;
  return {
    get isAtEnd(): boolean {
      return at >= body.length;
    },
    octet: () => body.readUInt8(at++),
    text(): string {
      const end = body.indexOf(0, at);
      const value = body.toString('latin1', at, end);
      at = end + 1;
      return value;
    },
    octets(length: number): string {
      at += length;
      return body.toString('hex', at - length, at);
    },
  };
}

/** The body of a submit_sm (§4.4.1), field by field. */
export function readSubmit(body: Buffer): Submitted {
  const fields = fieldsOf(body);
  const { octet, text, octets } = fields;
  text(); // service_type
  const source = [octet(), octet(), text()] as const;
  const destination = [octet(), octet(), text()] as const;
  const esmClass = octet();
  octet(); // protocol_id
  const priority = octet();
  text(); // schedule_delivery_time
  const validityPeriod = text();
  const registeredDelivery = octet();
  octet(); // replace_if_present_flag
  const dataCoding = octet();
  octet(); // sm_default_msg_id
  const shortMessage = octets(octet());
  const optional: Record<string, string> = {};
  while (!fields.isAtEnd) {
    const tag = octets(2);
    optional[tag] = octets(Number.parseInt(octets(2), 16));
  }
  return {
    source,
    destination,
    esmClass,
    priority,
    validityPeriod,
    registeredDelivery,
    dataCoding,
    shortMessage,
    optional,
  };
}

/** A cancel_sm as it arrived. */
export interface Cancelled extends Pick<Submitted, 'source' | 'destination'> {
  readonly serviceType: string;
  readonly id: string;
}

/** The body of a cancel_sm (§4.9.1). */
export function readCancel(body: Buffer): Cancelled {
  const { octet, text } = fieldsOf(body);
  const serviceType = text();
  const id = text();
  const source = [octet(), octet(), text()] as const;
  const destination = [octet(), octet(), text()] as const;
  return { serviceType, id, source, destination };
}

export interface Delivery {
  readonly from: string;
  /** With a receipt: the id of the message, and its state, e.g. `stat:DELIVRD err:000`. */
  readonly id?: string;
  readonly receipt?: string;
  /** The receipt has no text, but optional parameters. */
  readonly optional?: boolean | undefined;
  /** Of a receipt (§5.2.12); 0x04 if absent. */
  readonly esmClass?: number | undefined;
  /** Without a receipt: what a subscriber says. */
  readonly text?: string;
}

/** The body of a deliver_sm (§4.6.1): a receipt as in appendix B, or a message of a subscriber. */
export function deliverBody({ from, id, receipt, optional, esmClass = 0x04, text = '' }: Delivery): Buffer {
  const isReceipt = id !== undefined && receipt !== undefined;
  const dates = 'submit date:2611211200 done date:2611211201';
  const spoken = isReceipt ? `id:${id} sub:001 dlvrd:001 ${dates} ${receipt} text:...` : text;
  const shown = optional === true ? '' : spoken;
  return Buffer.concat([
    cString(''),
    Buffer.from([1, 1]),
    cString(from),
    Buffer.from([5, 0]),
    cString('codes'),
    Buffer.from([isReceipt ? esmClass : 0, 0, 0]),
    cString(''),
    cString(''),
    Buffer.from([0, 0, 0, 0, shown.length]),
    Buffer.from(shown, 'latin1'),
    ...(isReceipt && optional === true ? [tlv(0x001e, cString(id)), tlv(0x0427, Buffer.from([2]))] : []),
  ]);
}

/** The body of a data_sm (§4.7.1) with a receipt, which has optional parameters only: delivered. */
export function dataBody(from: string, id: string): Buffer {
  return Buffer.concat([
    cString(''),
    Buffer.from([1, 1]),
    cString(from),
    Buffer.from([5, 0]),
    cString('codes'),
    Buffer.from([0x04, 0, 0]),
    tlv(0x001e, cString(id)),
    tlv(0x0427, Buffer.from([2])),
  ]);
}
