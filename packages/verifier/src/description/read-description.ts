import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

let loaded: { readonly openapi: object; readonly asyncapi: object } | undefined;

/**
 * The two descriptions of the contract, each in one file: requests and answers, and callbacks. They are read
 * once.
 */
export function readDescription() {
  const fileOf = (name: string): object =>
    parse(
      readFileSync(new URL(import.meta.resolve(`@cascade/spec/generated/${name}-annotated.yaml`)), 'utf8'),
    );
  loaded ??= { openapi: fileOf('openapi'), asyncapi: fileOf('asyncapi') };
  return loaded;
}
