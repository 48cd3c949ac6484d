import type { EventStore } from './event-store.ts';
import { problem } from './problem.ts';

/**
 * Handles an event unless the store has seen its id. Answers 200 only once it is handled, so that the sender
 * repeats it otherwise (ADR-0018). An event without an id cannot be recognised, so every repeat is handled.
 */
export async function handleOnce(
  id: string | null,
  store: EventStore,
  handle: () => unknown,
  report: (error: unknown) => void,
): Promise<Response> {
  const claim = id === null ? unclaimed : await store.claim(id);
  if (claim.state === 'seen') return taken();
  if (claim.state === 'busy')
    return problem(409, 'callback-in-progress', 'The event is being handled; repeat it later.');
  try {
    await handle();
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
