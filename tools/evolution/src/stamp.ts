import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const descriptions = [
  'spec/openapi/openapi.yaml',
  'spec/asyncapi/asyncapi.yaml',
  'spec/gateway/openapi.yaml',
];

/** Puts the version of the contract into the descriptions; gives the paths of those that had another. */
export function stamp(root: string, version: string): string[] {
  return descriptions.filter((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const stamped = text.replace(/^( {2}version: ).*$/m, `$1${version}`);
    writeFileSync(join(root, path), stamped);
    return stamped !== text;
  });
}
