import smpp from 'smpp';
import { defined } from '../../defined.ts';
import type { GatewayResponse } from '../gateway.ts';
import { SlowDownError } from '../gateway-lane.ts';

/** An SMPP call failed and its outcome is unknown, so the attempt is retried. */
export class SmppError extends Error {
  override readonly name = 'SmppError';
}

/** The numbers of SMPP 3.4, §5.1.3, by their names such as `ESME_RTHROTTLED`. */
const names: ReadonlyMap<number, string> = new Map(
  Object.entries(smpp.errors).map(([name, number]) => [number, name]),
);

/** The name of a status for messages. Vendors define numbers of their own, which have none. */
export function statusName(status: number): string {
  return names.get(status) ?? `status 0x${status.toString(16).padStart(8, '0')}`;
}

/**
 * Temporary refusals: RINVBNDSTS, RSYSERR, RMSGQFUL, RTHROTTLED, RX_T_APPN (SMPP 3.4, §5.1.3). The attempt is
 * retried after the back-off of its job.
 */
const temporary: ReadonlySet<number> = new Set([0x04, 0x08, 0x14, 0x58, 0x64]);

/** RMSGQFUL and RTHROTTLED: the SMSC wants fewer. */
const slowDown: ReadonlySet<number> = new Set([0x14, 0x58]);

/** The nearest reason of §7.4; refusals that are not listed are `message-undeliverable` (ADR-0039). */
const reasons: ReadonlyMap<number, string> = new Map([
  [0x01, 'too-long-message'], // RINVMSGLEN
  [0x0a, 'error-subject-unknown'], // RINVSRCADR
  [0x48, 'error-subject-unknown'], // RINVSRCTON
  [0x49, 'error-subject-unknown'], // RINVSRCNPI
  [0x0b, 'error-address-format'], // RINVDSTADR
  [0x50, 'error-address-format'], // RINVDSTTON
  [0x51, 'error-address-format'], // RINVDSTNPI
]);

/**
 * The result of a submit_sm by the status of its response. @throws {SmppError} if the attempt must be
 * retried.
 */
export function resultOf(status: number, receiptReference: `smpp:${string}` | undefined): GatewayResponse {
  if (status === 0) return defined({ status: 'SENT', receiptReference } as const);
  if (slowDown.has(status)) throw new SlowDownError(`the SMSC answered ${statusName(status)}`);
  if (temporary.has(status)) throw new SmppError(`the SMSC answered ${statusName(status)}`);
  return { status: 'UNDELIVERED', reason: reasons.get(status) ?? 'message-undeliverable' };
}
