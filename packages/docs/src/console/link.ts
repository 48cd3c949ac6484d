import { parsedJson } from '../objects.ts';
import { type Html, html } from '../tree/html.ts';
import { type Draft, draftHeaders, type LinkedRequest, withoutSecrets } from './draft.ts';

/** What a link opens in the console. */
export type ConsoleExample =
  /** A case of the catalogue by its name; with `-neighbour`, the request that passes. */
  | { readonly case: string }
  /** An operation by its `operationId`. */
  | { readonly operation: string }
  /** An undelivered reason: a message to the demo number that provokes it. */
  | { readonly reason: string }
  | { readonly request: LinkedRequest };

const requestPrefix = 'request=';

function consoleHref(example: ConsoleExample): string {
  return `/console.html#${anchorOf(example)}`;
}

/** A link to the console with an example filled in; nothing is sent before the reader does. */
export function consoleLink(example: ConsoleExample, label = 'Open in console'): Html {
  return html`<a class="console-link" href="${consoleHref(example)}">${label}</a>`;
}

/** Longer links are cut by programs that they are pasted into. */
const longestLink = 30_000;

/**
 * The fragment of a link that carries a draft: neither its key nor a header that may hold a secret. Undefined
 * if it would be longer than programs keep.
 */
export function sharedFragment(draft: Draft): string | undefined {
  const { method, path, body } = draft;
  const headers = Object.fromEntries(draftHeaders(withoutSecrets({ ...draft, key: '' }, new Set())));
  const value = parsedJson(body);
  // The form indents JSON itself: only what is written in another way is text.
  const isIndented = typeof value === 'object' && JSON.stringify(value, undefined, 2) === body;
  const request: LinkedRequest = { method, path, headers, body: isIndented ? value : body, keepsKey: true };
  const fragment = anchorOf({ request });
  return fragment.length > longestLink ? undefined : `#${fragment}`;
}

/** The name of the template that shows a reason. */
export function reasonTemplate(reason: string): string {
  return `reason=${reason}`;
}

/** The example in the fragment of an address: a request, or the name of a template, which may be unknown. */
export function readFragment(fragment: string): string | LinkedRequest {
  const text = decode(fragment.replace(/^#/, ''));
  if (!text.startsWith(requestPrefix)) return text;
  try {
    return readRequest(JSON.parse(text.slice(requestPrefix.length)));
  } catch {
    return text;
  }
}

function anchorOf(example: ConsoleExample): string {
  if ('case' in example) return example.case;
  if ('operation' in example) return example.operation;
  if ('reason' in example) return reasonTemplate(example.reason);
  return requestPrefix + encodeURIComponent(JSON.stringify(example.request));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A request with each member of the right type, whatever the link holds. */
function readRequest(value: Partial<LinkedRequest>): LinkedRequest {
  const { method = 'POST', path = '/', headers = {}, body = '', keepsKey } = value;
  const pairs = Object.entries(headers).map(([name, text]) => [name, String(text)]);
  const request = { method: String(method), path: String(path), headers: Object.fromEntries(pairs), body };
  return keepsKey === true ? { ...request, keepsKey } : request;
}
