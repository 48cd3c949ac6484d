import { isObject } from '@cascade/validator';
import { transformOas3Operations } from '@stoplight/http-spec/oas3/operation';
import type { IHttpOperation } from '@stoplight/types';
import { readDocument } from './read-document.ts';

/** The parts of the API description that the mock works from. */
export interface Description {
  readonly operations: readonly IHttpOperation[];
  /** Example status events by name: `delivered`, `undelivered-<reason>`, `unlisted`. */
  readonly statusEvents: ReadonlyMap<string, StatusEventExample>;
}

/** The body of an example status event. */
export type StatusEventExample = Readonly<Record<string, unknown>>;

let description: Description | undefined;

/**
 * The bundled description. All mocks of a process share it: it belongs to the package, and reading it takes a
 * while.
 */
export function loadDescription(): Description {
  description ??= read();
  return description;
}

/** Reads the operations as Prism does, without `webhooks`, and their examples. */
function read(): Description {
  const document = readDocument();
  return { operations: transformOas3Operations(document), statusEvents: readStatusEvents(document) };
}

function readStatusEvents(document: unknown): ReadonlyMap<string, StatusEventExample> {
  const content = ['webhooks', 'messageStatus', 'post', 'requestBody', 'content', 'application/json'];
  const examples = valueAt(document, [...content, 'examples']);
  const entries = Object.entries(isObject(examples) ? examples : {}).flatMap(([name, example]) => {
    const resolved = resolveReference(document, example);
    return isObject(resolved) && isObject(resolved.value) ? [[name, resolved.value] as const] : [];
  });
  return new Map(entries);
}

/**
 * What a local `$ref` points to; other values as they are. Component names need no escapes in a JSON pointer.
 */
function resolveReference(document: unknown, value: unknown): unknown {
  if (!isObject(value) || typeof value.$ref !== 'string') return value;
  return valueAt(document, value.$ref.replace(/^#\//, '').split('/'));
}

function valueAt(document: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((node, name) => (isObject(node) ? node[name] : undefined), document);
}
