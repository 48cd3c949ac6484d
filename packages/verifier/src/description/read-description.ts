import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The two descriptions of the contract, each in one file: requests and answers, and callbacks. */
export function readDescription(): { readonly openapi: object; readonly asyncapi: object } {
  const read = (name: string): object =>
    parse(readFileSync(new URL(import.meta.resolve(`@cascade/spec/generated/${name}.yaml`)), 'utf8'));
  return { openapi: read('openapi'), asyncapi: read('asyncapi') };
}
