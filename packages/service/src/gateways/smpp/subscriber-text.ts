import type { SubscriberText, TextPart } from '@cascade/types/gateway';
import { alphabetOf } from './alphabets.ts';
import { bodyOf } from './read-delivery.ts';
import type { Pdu, SmppSettings } from './smpp-connection.ts';

/** The type of number of an international one (SMPP 3.4, §5.2.5). */
const international = 1;

/** The text of a subscriber in a deliver_sm or data_sm, as the operator gets it (ADR-0050). */
export function subscriberText(
  channel: string,
  deliver: Pdu,
  settings: Pick<SmppSettings, 'alphabet' | 'dataCoding'>,
): SubscriberText {
  const { header, text: octets } = bodyOf(deliver);
  const dataCoding = typeof deliver.data_coding === 'number' ? deliver.data_coding : 0;
  const part = partOf(deliver, header);
  return {
    channel,
    from: numberOf(deliver),
    to: String(deliver.destination_addr ?? ''),
    // A part of UCS-2 may end within a pair.
    text: alphabetOf(dataCoding, settings)?.decode(octets)?.toWellFormed() ?? null,
    octets: octets.toString('base64'),
    dataCoding,
    ...(part !== undefined && { part }),
  };
}

function numberOf({ source_addr, source_addr_ton: ton }: Pdu): string {
  const number = String(source_addr ?? '');
  return ton === international && /^[0-9]/.test(number) ? `+${number}` : number;
}

/** By the header (3GPP TS 23.040, §9.2.3.24.1 and §9.2.3.24.8), or by parameters (SMPP 3.4, §5.3.2.22). */
function partOf(deliver: Pdu, header: Buffer): TextPart | undefined {
  const { sar_msg_ref_num: reference, sar_segment_seqnum: number, sar_total_segments: total } = deliver;
  if (typeof reference === 'number' && typeof number === 'number' && typeof total === 'number')
    return { reference, number, total };
  for (const { id, data } of elementsOf(header)) {
    if (id === 0 && data.length === 3)
      return { reference: data.readUInt8(0), total: data.readUInt8(1), number: data.readUInt8(2) };
    if (id === 8 && data.length === 4)
      return { reference: data.readUInt16BE(0), total: data.readUInt8(2), number: data.readUInt8(3) };
  }
  return undefined;
}

/** The information elements of a user data header: each an id, a length, and octets. */
function elementsOf(header: Buffer): readonly { readonly id: number; readonly data: Buffer }[] {
  const elements: { readonly id: number; readonly data: Buffer }[] = [];
  for (let at = 0; at + 2 <= header.length; ) {
    const end = at + 2 + header.readUInt8(at + 1);
    elements.push({ id: header.readUInt8(at), data: header.subarray(at + 2, end) });
    at = end;
  }
  return elements;
}
