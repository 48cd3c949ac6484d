import type { IncomingMessage, ServerResponse } from 'node:http';
import { callbackProblem, methodNotAllowedResponse } from './callback-responses.ts';
import type { StatusHandler } from './create-status-handler.ts';

/** For `http.createServer`, and for `app.post` or `app.all` of Express, which passes `next`. */
export type NodeHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => Promise<void>;

/** The members that an earlier body parser may have set. */
type Parsed = IncomingMessage & { readonly rawBody?: unknown; readonly body?: unknown };

/**
 * Converts the handler for a Node server or Express. The signature covers the bytes of the body, so mount it
 * before any body parser, keep the bytes as `rawBody`, or use `express.raw()`.
 */
export function toNodeHandler(handler: StatusHandler): NodeHandler {
  return async (request, response, next) => {
    try {
      await answer(await respond(handler, request), response);
      // An unread rest would block the next request on the connection.
      if (!request.readableEnded) request.resume();
    } catch (error) {
      if (next === undefined) await answer(callbackProblem(500, 'system-error', messageOf(error)), response);
      else next(error);
    }
  };
}

async function respond(handler: StatusHandler, incoming: IncomingMessage): Promise<Response> {
  const method = incoming.method ?? 'GET';
  // The constructor of Request rejects them.
  if (/^(CONNECT|TRACE|TRACK)$/i.test(method)) return methodNotAllowedResponse(method);
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
  // Node keeps the first of several; the handler has to see that there are two.
  const { authorization = [] } = incoming.headersDistinct ?? {};
  if (authorization.length > 1) headers.set('authorization', authorization.join(', '));
  const url = `http://localhost${incoming.url?.startsWith('/') ? incoming.url : '/'}`;
  if (method === 'GET' || method === 'HEAD') return handler(new Request(url, { method, headers }));
  return handler(new Request(url, { method, headers, body: bodyOf(incoming), duplex: 'half' }));
}

/** @throws if a body parser has consumed the body without keeping its bytes. */
function bodyOf(incoming: Parsed): Uint8Array<ArrayBuffer> | string | ReadableStream {
  const kept = [incoming.rawBody, incoming.body].find(
    (body) => typeof body === 'string' || body instanceof Uint8Array,
  );
  if (typeof kept === 'string') return kept;
  if (kept instanceof Uint8Array) return new Uint8Array(kept);
  if (incoming.readableDidRead)
    throw new Error(
      'A body parser has read the callback before the status handler. Mount the handler before ' +
        'express.json(), or keep the bytes: express.json({ verify: (req, _res, bytes) => { req.rawBody = bytes } }).',
    );
  // Not destroyed after a partial read, so that the 413 can still be written.
  return ReadableStream.from(incoming.iterator({ destroyOnReturn: false }));
}

async function answer(from: Response, to: ServerResponse): Promise<void> {
  const body = new Uint8Array(await from.arrayBuffer());
  to.writeHead(from.status, Object.fromEntries(from.headers)).end(body);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
