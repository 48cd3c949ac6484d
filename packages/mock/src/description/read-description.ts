import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import type { IHttpOperation } from '@stoplight/types';
import { isRecord } from '../record.ts';

/** The parts of the API description that the mock works from. */
export interface Description {
  readonly operations: readonly IHttpOperation[];
  /** Example status events by name: `delivered`, `undelivered-<reason>`, `unlisted`. */
  readonly statusEvents: ReadonlyMap<string, StatusEventExample>;
}

/** The body of an example status event. */
export type StatusEventExample = Readonly<Record<string, unknown>>;

const file = fileURLToPath(import.meta.resolve('@cascade/spec/generated/openapi.dereferenced.json'));

/** Reads the bundled description: operations by way of Prism, which leaves `webhooks` out, and their examples. */
export async function readDescription(): Promise<Description> {
  const document: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isRecord(document)) throw new Error(`${file} is not an OpenAPI description`);
  const statusEvents = readStatusEvents(document);
  return { operations: await getHttpOperationsFromSpec(document), statusEvents };
}

function readStatusEvents(document: unknown): ReadonlyMap<string, StatusEventExample> {
  const path = [
    'webhooks',
    'messageStatus',
    'post',
    'requestBody',
    'content',
    'application/json',
    'examples',
  ];
  const examples = path.reduce<unknown>((node, name) => (isRecord(node) ? node[name] : undefined), document);
  const entries = Object.entries(isRecord(examples) ? examples : {}).flatMap(([name, example]) =>
    isRecord(example) && isRecord(example.value) ? [[name, example.value] as const] : [],
  );
  return new Map(entries);
}
