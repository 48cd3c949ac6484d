import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Serving, serve } from '@cascade/test-kit';

/** The receiver of spec/workflows/receiver.yaml: it keeps the last event of each message, by request id. */
export async function startAskableReceiver(): Promise<Serving> {
  const events = new Map<string, string>();
  return serve((request, response) => void answer(request, response, events));
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  events: Map<string, string>,
): Promise<void> {
  if (request.method === 'GET') return tell(response, events.get(request.url?.split('/').at(-1) ?? ''));
  const body = await text(request);
  if (request.method === 'POST') {
    const event: { readonly requestId: string } = JSON.parse(body);
    events.set(event.requestId, body);
  }
  response.writeHead(200).end();
}

function tell(response: ServerResponse, event: string | undefined): void {
  const status = event === undefined ? 404 : 200;
  response.writeHead(status, { 'content-type': 'application/json' }).end(event ?? '{}');
}
