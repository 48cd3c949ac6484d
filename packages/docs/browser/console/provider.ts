import type { PreflightOptions } from '@cascade/client/preflight';
import { type Draft, headersOf } from '../../src/console/draft.ts';
import type { ConsoleSettings } from '../../src/console/page-protocol.ts';
import { defined } from '../../src/objects.ts';
import { takesBody } from '../../src/samples/index.ts';

/** The targets of the docs server; undefined if the page comes from a file or from another server. */
export async function loadSettings(): Promise<ConsoleSettings | undefined> {
  if (!location.protocol.startsWith('http')) return undefined;
  try {
    const response = await fetch('console/targets.json');
    const settings: ConsoleSettings = await response.json();
    return settings.targets.length > 0 ? settings : undefined;
  } catch {
    return undefined;
  }
}

/** Sends a draft to a target unchanged, valid or not. */
export function send(target: number, draft: Draft): Promise<Response> {
  const { method, path, body } = draft;
  const headers = headersOf(draft).map(([name, value]): [string, string] => [name, value]);
  return fetch(
    `target/${target}${path.startsWith('/') ? '' : '/'}${path}`,
    defined({ method, headers, body: takesBody(method) ? body : undefined }),
  );
}

/** The cascades of the key's account (ADR-0013), if the target lists them. */
export async function listCascades(target: number, key: string): Promise<PreflightOptions['cascades']> {
  const response = await send(target, post(key, '/api/cascade/get-all', {}));
  return response.ok ? response.json() : undefined;
}

/**
 * Registers this page as the callback address of the key's account (ADR-0014); returns a message if refused.
 */
export async function setCallback(target: number, key: string, url: string): Promise<string | undefined> {
  const response = await send(target, post(key, '/api/callback/set', { statusCallbackUrl: url }));
  return response.ok ? undefined : `The target refused the callback address: ${await response.text()}`;
}

function post(key: string, path: string, body: object): Draft {
  return { method: 'POST', path, key, headers: 'content-type: application/json', body: JSON.stringify(body) };
}
