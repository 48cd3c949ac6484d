import type { Problem } from '@cascade/types';
import type { EventStore } from './event-store.ts';

/** An answer with a problem body (RFC 9457), for the sender and its logs. */
export function callbackProblem(
  status: number,
  title: string,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(JSON.stringify({ title, status, detail } satisfies Problem), {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  });
}

/** 405 with the allowed methods. */
export function methodNotAllowedResponse(method: string): Response {
  const detail = `Callbacks come by POST, not ${method}.`;
  return callbackProblem(405, 'method-not-allowed', detail, { allow: 'GET, HEAD, POST' });
}

/** Reads the bytes of a body, which the signature covers (ADR-0017); 413 as soon as they exceed the limit. */
export async function readBody(
  { headers, body, bodyUsed }: Request,
  maxBodyBytes: number,
): Promise<ArrayBuffer | Response> {
  if (bodyUsed) throw new Error('The body was read before: pass the request on unread.');
  const tooLarge = () =>
    callbackProblem(413, 'payload-too-large', `The body has more than ${maxBodyBytes} bytes.`);
  if (Number(headers.get('content-length')) > maxBodyBytes) return tooLarge();

  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  try {
    for await (const chunk of body ?? []) {
      length += chunk.length;
      // Leaving the loop cancels the rest.
      if (length > maxBodyBytes) return tooLarge();
      chunks.push(chunk);
    }
  } catch {
    // The connection broke, which is not an error of the receiver.
    return callbackProblem(400, 'callback-not-valid', 'The body broke off.');
  }
  return new Blob(chunks).arrayBuffer();
}

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
    return callbackProblem(409, 'callback-in-progress', 'The event is being handled; repeat it later.');
  try {
    await handle();
  } catch (error) {
    report(error);
    // If the release fails, the claim still expires.
    await claim.release().catch(report);
    return callbackProblem(500, 'system-error', 'The event could not be handled; repeat it later.');
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
