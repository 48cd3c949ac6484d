import type { AttemptReport, GatewayStatus } from '@cascade/transition';
import type { GatewayResponse, Receipt } from '../gateways/gateway.ts';
import { storable } from '../store/prepared.ts';
import type { GatewayReports } from './events.ts';
import { receiptTime } from './receipt-time.ts';

/** The reports in a gateway's response. DELIVERED implies SENT, which is reported first. */
export function reportsOfResult(attemptId: string, result: GatewayResponse, at: Date): GatewayReports {
  const report = reportOf(attemptId, { ...result, at });
  const sent = reportOf(attemptId, { ...result, status: 'SENT', at });
  return { kind: 'reports', attemptId, reports: result.status === 'DELIVERED' ? [sent, report] : [report] };
}

/** The report in a receipt that arrived at `now`. */
export function reportsOfReceipt(
  { attemptId, status, reason, at }: Receipt,
  now: Date,
  heard?: string,
): GatewayReports {
  const report = reportOf(attemptId, { status, reason, at: receiptTime(at, now).at });
  return { kind: 'reports', attemptId, reports: [report], ...(heard !== undefined && { heard }) };
}

interface Reported {
  readonly status: GatewayStatus;
  readonly reason?: string | undefined;
  readonly reference?: string | undefined;
  readonly receiptReference?: string | undefined;
  readonly at: Date;
}

function reportOf(
  attemptId: string,
  { status, reason = unexplained, reference, receiptReference, at }: Reported,
): AttemptReport {
  return {
    kind: 'report',
    attemptId,
    status,
    reason: status === 'UNDELIVERED' ? storable(reason) : null,
    reference: storedReference(receiptReference, reference),
    at,
  };
}

/** The reason if a gateway gives none (ADR-0039). */
const unexplained = 'message-undeliverable';

/** A stored reference as the gateway gave it. */
export function givenReference(stored: string | null): string | null {
  return stored?.replace(/^other:(?=smpp:)/, '') ?? null;
}

/** A reference that begins with `smpp:` takes receipts, so no other one may. */
function storedReference(receiptReference: string | undefined, reference?: string): string | null {
  if (receiptReference !== undefined) return storable(receiptReference);
  if (reference === undefined) return null;
  return storable(/^smpp:/.test(reference) ? `other:${reference}` : reference);
}
