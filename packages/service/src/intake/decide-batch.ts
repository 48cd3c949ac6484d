import type { IntakeItem, IntakeVerdict } from './intake-item.ts';

/** What the store knows of a batch, read while the accounts are locked. */
export interface BatchKnowledge {
  /** Money of each account that is neither spent nor reserved. */
  readonly available: ReadonlyMap<number, number>;
  /** Positions of the items whose request id is used. */
  readonly used: ReadonlySet<number>;
  /** Positions of the items whose like was accepted within the last 5 minutes (ADR-0026). */
  readonly repeated: ReadonlySet<number>;
}

/** The verdict on an item, and whether its message is a duplicate. */
export interface Decision {
  readonly verdict: IntakeVerdict;
  readonly duplicate: boolean;
}

/**
 * Rules 1 and 5 of §4.1 for a whole batch, in the order of arrival: exactly what would have come out one by
 * one. A request that does not fit the balance leaves it to the ones behind it.
 */
export function decideBatch(items: readonly IntakeItem[], knowledge: BatchKnowledge): Decision[] {
  const left = new Map(knowledge.available);
  const seen = new Set<string>();
  return items.map(({ accountId, message }, position) => {
    if (knowledge.used.has(position)) return { verdict: 'used', duplicate: false };
    if (message === undefined) return { verdict: 'unused', duplicate: false };
    const money = left.get(accountId) ?? 0;
    if (message.cost > money) return { verdict: 'unaffordable', duplicate: false };
    left.set(accountId, money - message.cost);
    const like = `${accountId} ${message.fingerprint.toString('hex')}`;
    const duplicate = knowledge.repeated.has(position) || seen.has(like);
    seen.add(like);
    return { verdict: 'accepted', duplicate };
  });
}
