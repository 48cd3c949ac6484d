import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ConsoleSettings, notForwardedHeader, type Target } from '../page-protocol.ts';
import { receiveCallback } from './callback-receiver.ts';
import { createEventStream } from './event-stream.ts';
import { forward } from './forward.ts';
import { isFromOwnPage } from './own-page.ts';

/** The requests of the console page. */
export interface ConsoleServer {
  /** Answers a request of the console; returns false for any other, without touching it. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
  close(): void;
}

/**
 * Serves `/console/targets.json` and, if there are targets, `/target/<n>/…` (forwarded), `/console/callback`
 * (receives callbacks) and `/console/events` (streams them). All but the callback accept requests from pages
 * of this server only.
 */
export function createConsoleServer(targets: readonly Target[], ownUrl: () => string): ConsoleServer {
  const events = createEventStream();
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (path === '/console/targets.json') sendSettings(response, targets, ownUrl());
    else if (targets.length === 0) return false;
    else if (path === '/console/callback') void receive(request, response);
    else if (!/^\/(?:target|console)\//.test(path)) return false;
    else if (!isFromOwnPage(request)) refuse(response);
    else if (path === '/console/events') events.attach(response);
    else return sendOn(request, response);
    return true;
  };
  const receive = (request: IncomingMessage, response: ServerResponse) =>
    receiveCallback(request, response, (callback) => events.send(callback)).catch(() => response.destroy());
  const sendOn = (request: IncomingMessage, response: ServerResponse) => {
    const [, index, rest] = /^\/target\/(\d{1,2})(\/.*)$/.exec(request.url ?? '') ?? [];
    const target = targets[Number(index)];
    if (target === undefined || rest === undefined) return false;
    void forward(request, response, target.url + rest);
    return true;
  };
  return { handle, close: () => events.close() };
}

function sendSettings(response: ServerResponse, targets: readonly Target[], ownUrl: string): void {
  const settings: ConsoleSettings = { targets, callbackUrl: `${ownUrl}/console/callback` };
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(settings));
}

function refuse(response: ServerResponse): void {
  response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8', [notForwardedHeader]: 'refused' });
  response.end('Only pages of this server, on this machine, may use the console.\n');
}
