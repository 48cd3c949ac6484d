import type { EventStore } from './event-store.ts';
import { problem } from './problem.ts';
import type { ReceivedEvent } from './received-event.ts';

export interface Handling {
  readonly store: EventStore;
  readonly onStatus: (event: ReceivedEvent) => unknown;
  readonly onError: (error: unknown, event: ReceivedEvent) => void;
}

/**
 * Handles an event unless the store has seen it. Answers 200 only once it is handled, so that the sender
 * repeats it otherwise (ADR-0018). An event without an id cannot be recognised, so every repeat is handled.
 */
export async function handleOnce(
  event: ReceivedEvent,
  { store, onStatus, onError }: Handling,
): Promise<Response> {
  const report = (error: unknown) => onError(error, event);
  const claim = event.id === null ? unclaimed : await store.claim(event.id);
  if (claim.state === 'seen') return taken();
  if (claim.state === 'busy')
    return problem(409, 'callback-in-progress', 'The event is being handled; repeat it later to be sure.');
  try {
    await onStatus(event);
  } catch (error) {
    report(error);
    // If the release fails, the claim still expires.
    await claim.release().catch(report);
    return problem(500, 'system-error', 'The event could not be handled; repeat it later.');
  }
  // The event is handled, so the answer is 200 even if the commit fails.
  await claim.commit().catch(report);
  return taken();
}

/** 200, the one success that the description lists (ADR-0018). */
export function taken(): Response {
  return new Response(null, { status: 200 });
}

const unclaimed = { state: 'new', commit: async () => {}, release: async () => {} } as const;
