import { json } from 'node:stream/consumers';
import { serve } from '@cascade/test-kit';

/** The receiver of a run's callbacks. It is never killed. */
export interface CountingReceiver {
  readonly url: string;
  /** How often each status event was received, by webhook-id. */
  readonly times: ReadonlyMap<string, number>;
  /** The request ids that were reported DELIVERED. */
  readonly delivered: ReadonlySet<string>;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<CountingReceiver> {
  const times = new Map<string, number>();
  const delivered = new Set<string>();
  const { url, close } = await serve(async (request, response) => {
    if (request.method === 'POST') {
      const event: unknown = await json(request);
      const id = String(request.headers['webhook-id']);
      times.set(id, (times.get(id) ?? 0) + 1);
      const { requestId, status } = event as { readonly requestId: string; readonly status: string };
      if (status === 'DELIVERED') delivered.add(requestId);
    }
    response.end();
  });
  return { url: `${url}/status`, times, delivered, close };
}
