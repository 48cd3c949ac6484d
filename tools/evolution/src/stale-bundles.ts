import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runRedocly } from '@cascade/bundle/redocly';
import { readYamlFile, repositoryRoot } from '@cascade/contract';
import { parse } from 'yaml';

const redocly = createRequire(import.meta.url).resolve('@redocly/cli/package.json');

/** Redocly takes its time, so the digest of each bundle is kept under the hash of its sources. */
const cache = fileURLToPath(new URL('../node_modules/.cache/bundles', import.meta.url));

/**
 * Refuses to compare bundles that are older than their sources: a change in spec/openapi would be 'no change'.
 * @throws {Error} that names each stale bundle, or has Redocly's report if the sources cannot be bundled.
 */
export async function requireCurrentBundles(root: string): Promise<void> {
  const names = ['openapi', 'asyncapi'] as const;
  const current = await Promise.all(names.map((name) => isCurrent(root, name)));
  const stale = names.filter((_, index) => current[index] === false);
  if (stale.length === 0) return;
  const found = stale.map(
    (name) => `spec/generated/${name}.yaml: expected the bundle of spec/${name}, found another`,
  );
  throw new Error(`${found.join('\n')}\nNothing is compared. Run \`npm run generate\`, then this again.`);
}

async function isCurrent(root: string, name: string): Promise<boolean> {
  const kept = join(cache, `${name}-${hashOfSources(root, name)}.txt`);
  const expected = await readFile(kept, 'utf8').catch(() => bundleAndKeep(root, name, kept));
  const present: unknown = readYamlFile(root, `spec/generated/${name}.yaml`).value;
  return digestOf(present) === expected;
}

function hashOfSources(root: string, name: string): string {
  const hash = createHash('sha256').update(readFileSync(redocly));
  for (const path of ['spec/catalogue/problems.yaml', 'tools/spec-rules/src/written-out.ts'])
    hash.update(readFileSync(join(repositoryRoot, path)));
  // The AsyncAPI description refers to schemas of the other one, so both folders count for both.
  for (const path of globSync('spec/{openapi,asyncapi}/**/*.yaml', { cwd: root }).toSorted())
    hash
      .update(path)
      .update('\n')
      .update(readFileSync(join(root, path)));
  return hash.update(name).digest('hex');
}

async function bundleAndKeep(root: string, name: string, kept: string): Promise<string> {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(tmpdir(), 'cascade-evolution-'));
  try {
    const source = join(root, `spec/${name}/${name}.yaml`);
    const config = join(repositoryRoot, 'spec/redocly.yaml');
    await runRedocly(['bundle', source, `--config=${config}`, '--output=bundle.yaml'], folder);
    const digest = digestOf(parse(await readFile(join(folder, 'bundle.yaml'), 'utf8')));
    // Comparisons may run at the same time: a rename never leaves a half-written file.
    const unfinished = `${kept}.${process.pid}`;
    await writeFile(unfinished, digest);
    await rename(unfinished, kept);
    return digest;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function digestOf(description: unknown): string {
  return createHash('sha256').update(JSON.stringify(description)).digest('hex');
}

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
