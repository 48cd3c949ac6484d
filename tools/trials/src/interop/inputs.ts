import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeReleaseFiles } from '@cascade/contract/bundle';
import { parse } from 'yaml';
import type { Tool } from './tables.ts';

writeReleaseFiles();

const inSpec = (path: string) => fileURLToPath(import.meta.resolve(`@cascade/spec/${path}`));

/** The files that generators read, by what the page calls them. */
export const descriptions: Readonly<Record<Tool['reads'], Readonly<Record<string, string>>>> = {
  openapi: {
    full: inSpec('generated/openapi.yaml'),
    '3.1 profile': inSpec('generated/openapi-for-generators.yaml'),
    '3.0.3 profile': inSpec('generated/openapi-3.0-for-generators.yaml'),
  },
  asyncapi: { AsyncAPI: inSpec('generated/asyncapi.yaml') },
};

/** Every reason of the catalogue (§7.4). */
export function listReasons(): string[] {
  const rows: { readonly reason: string }[] = parse(readFileSync(inSpec('catalogue/reasons.yaml'), 'utf8'));
  return rows.map(({ reason }) => reason);
}

/** The folder of the test vectors. */
export const vectorsFolder = fileURLToPath(
  new URL('.', import.meta.resolve('@cascade/spec/vectors/generated/callbacks.json')),
);

/** A vector of one request; `longText` is how long `{{longText}}` is. */
export interface SingleRequestVector {
  readonly id: string;
  readonly request: Readonly<
    Record<'method' | 'path' | 'body', string> & { headers: Readonly<Record<string, string>> }
  >;
  readonly longText?: number;
  readonly answers: readonly { readonly status: string; readonly titles?: readonly string[] }[];
}

/** A vector for providers: of one request, or of several, which the file does not have. */
type ProviderVector = { readonly needs: readonly string[] } & (
  | SingleRequestVector
  | { readonly request?: never }
);

interface ViolationVector {
  readonly says: string;
  readonly detail: string;
  readonly violations: readonly {
    readonly cascadeId: number;
    readonly channel: string;
    readonly stageUuid?: string;
  }[];
}

const all = read<ProviderVector>('requests');

/** Those of one request that need nothing else. */
export const singleRequestVectors = ofOneRequest('');

/** Those whose request asks the mock for its answer (`Prefer`). */
export const onDemandVectors = ofOneRequest('an answer on demand');

function ofOneRequest(needed: string): readonly SingleRequestVector[] {
  return all.flatMap((one) => (one.request !== undefined && one.needs.join() === needed ? [one] : []));
}

/** How many vectors for providers there are, and how many need each of these. */
export function countNeeds(): { readonly all: number; readonly needs: ReadonlyMap<string, number> } {
  const groups = Map.groupBy(all, ({ needs }) => needs.join(' and '));
  return { all: all.length, needs: new Map([...groups].map(([needs, { length }]) => [needs, length])) };
}

export const violationVectors = read<ViolationVector>('violations');

function read<Vector>(name: string): readonly Vector[] {
  const file: { readonly vectors: readonly Vector[] } = JSON.parse(
    readFileSync(`${vectorsFolder}/${name}.json`, 'utf8'),
  );
  return file.vectors;
}

/** The body of the vector's request, with new ids. */
export function vectorBody({ request, longText = 0 }: SingleRequestVector): string {
  return request.body
    .replaceAll('{{requestId}}', crypto.randomUUID())
    .replaceAll('{{hex8}}', crypto.randomUUID().slice(0, 8))
    .replaceAll('{{longText}}', 'x'.repeat(longText));
}
