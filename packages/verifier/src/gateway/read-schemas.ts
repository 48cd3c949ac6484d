import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The description of the protocol of gateways, with its schemas. */
export function readSchemas(): object {
  return parse(readFileSync(new URL(import.meta.resolve('@cascade/spec/generated/gateway.yaml')), 'utf8'));
}
