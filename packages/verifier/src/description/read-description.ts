import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

interface Descriptions {
  readonly openapi: object;
  readonly asyncapi: object;
}

let loaded: Descriptions | undefined;

/** The two descriptions of the contract, each in one file: requests and answers, and callbacks. They are read once. */
export function readDescription(): Descriptions {
  loaded ??= read();
  return loaded;
}

function read(): Descriptions {
  const fileOf = (name: string): object =>
    parse(readFileSync(new URL(import.meta.resolve(`@cascade/spec/generated/${name}.yaml`)), 'utf8'));
  return { openapi: fileOf('openapi'), asyncapi: fileOf('asyncapi') };
}
