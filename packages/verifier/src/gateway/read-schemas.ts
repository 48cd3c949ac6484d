import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The description of the protocol of gateways, with its schemas. */
export function readSchemas(): object {
  const file = fileURLToPath(import.meta.resolve('@cascade/spec/generated/gateway.json'));
  return JSON.parse(readFileSync(file, 'utf8'));
}
