import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeReleaseFiles } from '@cascade/bundle';
import { parse } from 'yaml';
import type { Tool } from './tools.ts';

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
export function readReasons(): string[] {
  const rows: { readonly reason: string }[] = parse(readFileSync(inSpec('catalogue/reasons.yaml'), 'utf8'));
  return rows.map(({ reason }) => reason);
}
