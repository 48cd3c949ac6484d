import { type Html, html } from '../html.ts';

/** What a link opens in the console. */
export type ConsoleExample =
  /** A case of the catalogue by its name; with `-neighbour`, the request that passes. */
  | { readonly case: string }
  /** An operation by its `operationId`. */
  | { readonly operation: string }
  /** An undelivered reason: a message to the demo number that provokes it. */
  | { readonly reason: string }
  | { readonly request: LinkedRequest };

/** Any request. The link shows all of it, so its key must not be a secret. */
export interface LinkedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, or text that is sent unchanged. */
  readonly body: unknown;
}

const requestPrefix = 'request=';

function consoleHref(example: ConsoleExample): string {
  return `/console.html#${anchorOf(example)}`;
}

/** A link to the console with an example filled in; nothing is sent before the reader does. */
export function consoleLink(example: ConsoleExample, label = 'Open in console'): Html {
  return html`<a class="console-link" href="${consoleHref(example)}">${label}</a>`;
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
  const { method = 'POST', path = '/', headers = {}, body = '' } = value;
  const pairs = Object.entries(headers).map(([name, text]) => [name, String(text)]);
  return { method: String(method), path: String(path), headers: Object.fromEntries(pairs), body };
}
