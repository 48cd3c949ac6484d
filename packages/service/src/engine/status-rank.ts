/** What a gateway can tell about an attempt. Other statuses of ADR-0016 do not come from gateways. */
export type GatewayStatus = 'SENT' | 'DELAYED' | 'UNDELIVERED' | 'DELIVERED' | 'READ';

/**
 * The status of an attempt: what a gateway told, or ENQUEUED before that, or EXPIRED when the TTL ran out.
 */
export type AttemptStatus = 'ENQUEUED' | 'EXPIRED' | GatewayStatus;

/**
 * The status of an attempt only ever rises. So a repeated receipt changes nothing, receipts may come in any
 * order, and a late DELIVERED is told after EXPIRED or UNDELIVERED (ADR-0019), never the other way round.
 */
const ranks: Readonly<Record<AttemptStatus, number>> = {
  ENQUEUED: 0,
  SENT: 1,
  DELAYED: 2,
  EXPIRED: 3,
  UNDELIVERED: 4,
  DELIVERED: 5,
  READ: 6,
};

export function isHigher(status: AttemptStatus, than: AttemptStatus): boolean {
  return ranks[status] > ranks[than];
}

/** Whether the stage still waits for an outcome: its timer may end it, and the next stage may not start. */
export function isUnderWay(status: AttemptStatus): boolean {
  return ranks[status] < ranks.EXPIRED;
}

/** Whether the message got through; READ implies DELIVERED (ADR-0019). */
export function isDelivered(status: AttemptStatus): boolean {
  return ranks[status] >= ranks.DELIVERED;
}
