/** The stages of a cascade, the events of one message in the order of their arrival, and its outcome (ADR-0048). */
export interface OutcomeVector {
  readonly id: string;
  readonly says: string;
  /** UUIDs in the order of the cascade. */
  readonly stages: readonly string[];
  readonly events: readonly { readonly cascadeStageUUID: string | null; readonly status: string }[];
  readonly outcome: 'delivered' | 'failed' | 'open';
}

const [first, second, third] = [1, 2, 3].map((at) => `0b1d6c3e-5f5a-4f0e-9a55-00000000000${at}`) as [
  string,
  string,
  string,
];
const stranger = '0b1d6c3e-5f5a-4f0e-9a55-0000000000ff';
const three = [first, second, third];

/** What a receiver must tell apart: a stage that failed, and a message that did. */
export const outcomeVectors: readonly OutcomeVector[] = [
  of('no-event', 'nothing has been reported', three, [], 'open'),
  of(
    'sent',
    'a stage is under way',
    three,
    [
      [first, 'ENQUEUED'],
      [first, 'SENT'],
    ],
    'open',
  ),
  of(
    'first-undelivered',
    'the first of three stages failed; the next one starts',
    three,
    [[first, 'UNDELIVERED']],
    'open',
  ),
  of(
    'second-undelivered',
    'two of three stages failed',
    three,
    [
      [first, 'UNDELIVERED'],
      [second, 'UNDELIVERED'],
    ],
    'open',
  ),
  of(
    'third-delivered',
    'two stages failed, and the third delivered',
    three,
    [
      [first, 'UNDELIVERED'],
      [second, 'UNDELIVERED'],
      [third, 'DELIVERED'],
    ],
    'delivered',
  ),
  of(
    'all-undelivered',
    'every stage failed',
    three,
    [
      [first, 'UNDELIVERED'],
      [second, 'UNDELIVERED'],
      [third, 'UNDELIVERED'],
    ],
    'failed',
  ),
  of(
    'last-undelivered-first',
    'the event of the last stage arrives before the others',
    three,
    [
      [third, 'UNDELIVERED'],
      [first, 'UNDELIVERED'],
    ],
    'failed',
  ),
  of(
    'late-delivered',
    'an earlier stage delivers after its TTL, when the last has failed',
    three,
    [
      [first, 'SENT'],
      [third, 'UNDELIVERED'],
      [first, 'DELIVERED'],
    ],
    'delivered',
  ),
  of(
    'delivered-twice',
    'a stage delivers late, and the next had failed',
    three,
    [
      [first, 'DELIVERED'],
      [second, 'UNDELIVERED'],
    ],
    'delivered',
  ),
  of('read', 'READ implies DELIVERED', three, [[first, 'READ']], 'delivered'),
  of('only-stage', 'the only stage failed', [first], [[first, 'UNDELIVERED']], 'failed'),
  of(
    'repeated',
    'an event that arrives twice counts once',
    [first, second],
    [
      [first, 'UNDELIVERED'],
      [first, 'UNDELIVERED'],
    ],
    'open',
  ),
  of(
    'expired',
    'an expired stage ends the cascade',
    three,
    [
      [first, 'SENT'],
      [first, 'EXPIRED'],
    ],
    'failed',
  ),
  of(
    'failed-without-stage',
    'an event without a stage is about the message',
    three,
    [[null, 'FAILED']],
    'failed',
  ),
  of(
    'undelivered-without-stage',
    'UNDELIVERED without a stage is about the message',
    three,
    [[null, 'UNDELIVERED']],
    'failed',
  ),
  of('cancelled-last', 'the last stage was cancelled', three, [[third, 'CANCELLED']], 'failed'),
  of(
    'unknown-status',
    'a status that is not listed decides nothing',
    [first],
    [[first, 'A_STATUS_NOBODY_LISTED']],
    'open',
  ),
  of(
    'unknown-stage',
    'a stage that the cascade does not have decides nothing by failing',
    [first],
    [[stranger, 'UNDELIVERED']],
    'open',
  ),
  of(
    'unknown-stage-delivers',
    'a stage that the cascade does not have can deliver',
    [first],
    [[stranger, 'DELIVERED']],
    'delivered',
  ),
  of('capitals', 'a UUID in capitals is the same', [first], [[first.toUpperCase(), 'UNDELIVERED']], 'failed'),
  of(
    'unknown-stages',
    'without the stages a failed one proves nothing',
    [],
    [[first, 'UNDELIVERED']],
    'open',
  ),
];

function of(
  id: string,
  says: string,
  stages: readonly string[],
  events: readonly (readonly [stage: string | null, status: string])[],
  outcome: OutcomeVector['outcome'],
): OutcomeVector {
  return {
    id,
    says,
    stages,
    events: events.map(([cascadeStageUUID, status]) => ({ cascadeStageUUID, status })),
    outcome,
  };
}
