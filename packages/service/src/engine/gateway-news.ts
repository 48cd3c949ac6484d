import type { GatewayResult, Receipt } from '../gateways/gateway.ts';
import type { AttemptReport } from './cascade-state.ts';
import type { GatewayNews } from './engine-event.ts';
import type { GatewayStatus } from './status-rank.ts';

/** What a gateway answered. One that knows at once that the message is delivered has sent it, too. */
export function newsOfResult(attemptId: string, result: GatewayResult, at: Date): GatewayNews {
  const report = reportOf(attemptId, { ...result, at });
  const sent = reportOf(attemptId, { ...result, status: 'SENT', at });
  return { kind: 'news', attemptId, reports: result.status === 'DELIVERED' ? [sent, report] : [report] };
}

/** What a receipt tells. The clock of a gateway may run ahead, ours is believed. */
export function newsOfReceipt({ attemptId, status, reason, at }: Receipt, now: Date): GatewayNews {
  const told = { status, reason, at: at !== undefined && at < now ? at : now };
  return { kind: 'news', attemptId, reports: [reportOf(attemptId, told)] };
}

interface Told {
  readonly status: GatewayStatus;
  readonly reason?: string | undefined;
  readonly reference?: string | undefined;
  readonly at: Date;
}

function reportOf(attemptId: string, { status, reason = unexplained, reference, at }: Told): AttemptReport {
  return {
    kind: 'report',
    attemptId,
    status,
    reason: status === 'UNDELIVERED' ? storable(reason) : null,
    reference: reference === undefined ? null : storable(reference),
    at,
  };
}

/** The reason for a gateway that gives none (§7.4). */
const unexplained = 'message-undeliverable';

/** PostgreSQL has no text with U+0000. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}
