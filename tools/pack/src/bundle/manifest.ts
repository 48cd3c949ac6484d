import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { repositoryRoot } from '../published.ts';

/**
 * The manifest of a bundled package. Dependencies in the bundle are left out; those outside become optional peers, which
 * installers fetch only if asked to.
 */
export function bundledManifest(text: string, outside: readonly string[]): string {
  const {
    dependencies,
    devDependencies: _,
    scripts: __,
    publishConfig: { exports, bin, access, provenance },
    ...rest
  } = JSON.parse(text);
  const { catalog } = parse(readFileSync(join(repositoryRoot, 'pnpm-workspace.yaml'), 'utf8'));
  const missing = outside.filter((name) => dependencies[name] !== 'catalog:');
  if (missing.length > 0)
    throw new Error(`package.json: expected ${missing.join()} in "dependencies", as "catalog:"`);
  const manifest = {
    ...rest,
    exports,
    bin,
    publishConfig: { access, provenance },
    peerDependencies: Object.fromEntries(outside.map((name) => [name, `^${catalog[name]}`])),
    peerDependenciesMeta: Object.fromEntries(outside.map((name) => [name, { optional: true }])),
  };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}
