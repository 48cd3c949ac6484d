import type { PreflightOptions } from '@cascade/client/preflight';
import { type Draft, draftHeaders, preflightPath } from '../../src/console/draft.ts';
import {
  type ConsoleSettings,
  type ConsoleTarget,
  notForwardedHeader,
} from '../../src/console/page-protocol.ts';
import { defined } from '../../src/objects.ts';
import { takesBody } from '../../src/samples/index.ts';
import { element } from './elements.ts';

const patienceMs = 30_000;
/** What the page asks by itself. */
const shortPatienceMs = 5_000;

/** Ends a request that the reader cancels, or that takes too long. */
export function untilCanceled(cancel: AbortSignal): AbortSignal {
  return AbortSignal.any([cancel, AbortSignal.timeout(patienceMs)]);
}

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

/**
 * Sends a draft to a target unchanged, valid or not. Rejects if the answer is not whole within the patience,
 * or once the reader cancels.
 */
export function sendDraft(
  target: number,
  draft: Draft,
  signal: AbortSignal = AbortSignal.timeout(patienceMs),
): Promise<Response> {
  const { method, path, body } = draft;
  const headers = draftHeaders(draft).map(([name, value]): [string, string] => [name, value]);
  return fetch(
    `target/${target}${path.startsWith('/') ? '' : '/'}${path}`,
    defined({
      method,
      headers,
      body: takesBody(method) ? body : undefined,
      signal,
    }),
  );
}

/** Why a response is not the target's answer; undefined if it is. */
export async function notForwarded(
  response: Response,
  { name, url }: ConsoleTarget,
): Promise<string | undefined> {
  const cause = response.headers.get(notForwardedHeader);
  if (cause === 'unreachable')
    return `Not sent: ${name} at ${url} does not answer. Start it, then send again. ${await response.text()}`;
  if (cause === 'cut')
    return `No answer: ${name} at ${url} cut the connection. Whether it carried the request out is unknown. Send the same request again, with its request id.`;
  if (cause === 'refused')
    return 'Not sent: the docs server forwards only for pages of its own address. Open the console at the address that cascade-docs printed.';
  return undefined;
}

/** Why there is no answer, or no whole one. */
export function explainNoAnswer(error: unknown, { name, url }: ConsoleTarget): string {
  if (error instanceof DOMException && error.name === 'AbortError')
    return `Canceled. Whether ${name} carried the request out is unknown. Send the same request again, with its request id.`;
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `No answer: ${name} at ${url} accepted the request but has not answered it whole within ${patienceMs / 1000} seconds.`;
  if (error instanceof TypeError)
    return `Not sent: the docs server of this page does not answer, or a header is not valid (${error.message}). Start it again, e.g. with npm start.`;
  return `Not sent: ${String(error)}`;
}

/** The cascades of the key's account (ADR-0013), if the target lists them. */
export async function listCascades(target: number, key: string): Promise<PreflightOptions['cascades']> {
  const listing = post(key, '/api/cascade/get-all', {});
  const response = await sendDraft(target, listing, AbortSignal.timeout(shortPatienceMs));
  return response.ok ? response.json() : undefined;
}

/**
 * Whether a target answers as `Prefer` asks, as the mock does. Any other status would be an error in the
 * browser's log.
 */
export async function answersOnDemand(target: number, key: string): Promise<boolean> {
  const listing = post(key, '/api/cascade/get-all', {});
  const asked = { ...listing, headers: `${listing.headers}\nprefer: code=200` };
  const response = await sendDraft(target, asked, AbortSignal.timeout(shortPatienceMs));
  return response.headers.has('preference-applied');
}

/**
 * Registers this page as the callback address of the key's account (ADR-0014); returns a message if refused.
 */
async function setCallback(
  target: number,
  key: string,
  url: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const registration = post(key, '/api/callback/set', { statusCallbackUrl: url });
  const response = await sendDraft(target, registration, signal);
  return response.ok ? undefined : `The target refused the callback address: ${await response.text()}`;
}

function post(key: string, path: string, body: object): Draft {
  return { method: 'POST', path, key, headers: 'content-type: application/json', body: JSON.stringify(body) };
}

const registrationPath = '/api/callback/set';

/** Whether callbacks are to come to this page, and the registration that brings them. */
export type Listening = ReturnType<typeof createListening>;

/**
 * On for the accounts of the samples; the account of any other key keeps its address until the reader asks.
 */
export function createListening(sampleKeys: ReadonlySet<string>) {
  const box = element('listen', HTMLInputElement);
  const key = element('key', HTMLInputElement);
  const registered = new Set<string>();
  let isChosen = false;
  box.addEventListener('change', () => {
    isChosen = true;
    registered.clear();
  });
  key.addEventListener('input', () => {
    if (!isChosen) box.checked = sampleKeys.has(key.value);
  });
  return {
    get isOn() {
      return box.checked;
    },
    /**
     * Before a message of an account is sent: registers this page as the address of its callbacks, unless it
     * is registered already. Resolves to a message if the target refuses.
     */
    async register(target: number, draft: Draft, callbackUrl: string, signal: AbortSignal) {
      // The request itself may register another address.
      if (draft.path === registrationPath) registered.clear();
      const account = JSON.stringify([target, draft.key]);
      if (!box.checked || draft.path !== preflightPath || registered.has(account)) return undefined;
      const fault = await setCallback(target, draft.key, callbackUrl, signal);
      if (fault === undefined) registered.add(account);
      return fault;
    },
    /** Registers again before the next message, because the target may have forgotten the address. */
    forget: () => registered.clear(),
  };
}
