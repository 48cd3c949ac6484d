import { serve } from '@cascade/test-kit';
import { readCall } from '../../mutants/proxy/http.ts';
import type { JsonObject } from '../../mutants/proxy/json.ts';
import { requestBody } from '../../mutants/proxy/wire.ts';
import type { SeenCallback } from '../../mutants/witness/witness.ts';

/** Takes callbacks, each listener on an address of its own. */
export interface Receiver {
  listen(answer: (event: JsonObject) => number): Listener;
  close(): Promise<void>;
}

export interface Listener {
  readonly url: string;
  readonly seen: readonly SeenCallback[];
}

export async function startReceiver(): Promise<Receiver> {
  const listeners: { readonly seen: SeenCallback[]; readonly answer: (event: JsonObject) => number }[] = [];
  const { url: base, close } = await serve(async (incoming, outgoing) => {
    const call = await readCall(incoming);
    const listener = listeners[Number(call.path.slice(1))];
    if (call.method === 'HEAD' || listener === undefined) {
      outgoing.writeHead(listener === undefined ? 404 : 200).end();
      return;
    }
    listener.seen.push({ at: Date.now(), headers: call.headers, text: call.body.toString() });
    outgoing.writeHead(listener.answer(requestBody(call))).end();
  });
  return {
    listen(answer) {
      const listener = { seen: [], answer };
      const at = listeners.push(listener) - 1;
      return { url: `${base}/${at}`, seen: listener.seen };
    },
    close,
  };
}
