import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The two descriptions of the contract, each in one file: requests and answers, and callbacks. */
export function readDescription(): { readonly openapi: object; readonly asyncapi: object } {
  const read = (name: string): object =>
    JSON.parse(
      readFileSync(fileURLToPath(import.meta.resolve(`@cascade/spec/generated/${name}.json`)), 'utf8'),
    );
  return { openapi: read('openapi'), asyncapi: read('asyncapi') };
}
