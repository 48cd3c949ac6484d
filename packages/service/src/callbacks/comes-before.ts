import type { StatusChange } from './status-change.ts';

/** What the order of the events of a message depends on (ADR-0037). */
export type OrderedEvent = Pick<StatusChange, 'eventId' | 'position' | 'at'>;

/** By time, then by stage; the ids decide between events that are equal in both. */
export function comesBefore(one: OrderedEvent, other: OrderedEvent): boolean {
  const difference = one.at.getTime() - other.at.getTime() || (one.position ?? 0) - (other.position ?? 0);
  return difference < 0 || (difference === 0 && one.eventId < other.eventId);
}
