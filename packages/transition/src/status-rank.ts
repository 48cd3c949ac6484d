/** The statuses that a gateway can report. The other statuses of ADR-0016 do not come from gateways. */
export type GatewayStatus = 'SENT' | 'DELAYED' | 'UNDELIVERED' | 'DELIVERED' | 'READ';

/**
 * The status of an attempt: ENQUEUED at first, then as reported by the gateway, or EXPIRED when the TTL has
 * passed.
 */
export type AttemptStatus = 'ENQUEUED' | 'EXPIRED' | GatewayStatus;

/**
 * The status of an attempt only ever rises. So repeated receipts change nothing, receipts may arrive in any
 * order, and a late DELIVERED is reported after EXPIRED or UNDELIVERED (ADR-0019), never the reverse.
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

/** Whether the stage still waits for an outcome. Its timer may end it, and the next stage must not start. */
export function isUnderWay(status: AttemptStatus): boolean {
  return ranks[status] < ranks.EXPIRED;
}

/** Whether the message was delivered; READ implies DELIVERED (ADR-0019). */
export function isDelivered(status: AttemptStatus): boolean {
  return ranks[status] >= ranks.DELIVERED;
}
