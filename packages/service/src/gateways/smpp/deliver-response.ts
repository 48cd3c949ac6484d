import type { PDU } from 'smpp';

/** `command_status` is the third of the header's four numbers. */
const statusAt = 8;

/**
 * The deliver_sm_resp with this status. Its `message_id` is unused and empty, but never absent (SMPP 3.4, §4.6.2); the
 * library leaves the body of a refusal out, which jSMPP cannot read.
 */
export function deliverResponse(deliver: PDU, status: number): PDU {
  const response = deliver.response();
  const octets = response.toBuffer();
  octets.writeUInt32BE(status, statusAt);
  return Object.assign(response, { command_status: status, toBuffer: () => octets });
}
