import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { edited, isSame, readYamlFile, repositoryRoot } from '@cascade/contract';
import { redoclyOnce } from '@cascade/contract/redocly';

/**
 * Refuses to compare bundles that are older than their sources: a change in spec/openapi would be 'no
 * change'.
 * @throws {Error} that names each stale bundle, or has Redocly's report if the sources cannot be bundled.
 */
export async function requireCurrentBundles(root: string): Promise<void> {
  const names = ['openapi', 'asyncapi'] as const;
  const current = await Promise.all(names.map((name) => isCurrent(root, name)));
  const stale = names.filter((_, index) => current[index] === false);
  if (stale.length === 0) return;
  const found = stale.map(
    (name) => `spec/generated/${name}-annotated.yaml: expected the bundle of spec/${name}, found another`,
  );
  throw new Error(`${found.join('\n')}\nNothing is compared. Run \`npm run generate\`, then this again.`);
}

async function isCurrent(root: string, name: string): Promise<boolean> {
  const config = `--config=${join(repositoryRoot, 'spec/redocly.yaml')}`;
  const args = ['bundle', join(root, `spec/${name}/${name}.yaml`), config];
  const bundle = await redoclyOnce({ args, format: 'json' }, [name, ...sourcesOf(root)]);
  return isSame(JSON.parse(bundle), readYamlFile(root, `spec/generated/${name}-annotated.yaml`).value);
}

/** The AsyncAPI description refers to schemas of the other one, so both folders count for both. */
function sourcesOf(root: string): readonly (string | Buffer)[] {
  const ours = ['spec/catalogue/problems.yaml', 'tools/contract/src/lint/written-out.ts'];
  const described = globSync('spec/{openapi,asyncapi}/**/*.yaml', { cwd: root }).toSorted();
  return [
    ...ours.map((path) => readFileSync(join(repositoryRoot, path))),
    ...described.flatMap((path) => [`${path}\n`, readFileSync(join(root, path))]),
  ];
}

const descriptions = [
  'spec/openapi/openapi.yaml',
  'spec/asyncapi/asyncapi.yaml',
  'spec/gateway/openapi.yaml',
  'spec/mock/control.openapi.yaml',
];

/** Puts the version of the contract into the descriptions; gives the paths of those that had another. */
export function stamp(root: string, version: string): string[] {
  return descriptions.filter((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const stamped = edited(text, /(?<=^ {2}version: ).*$/m, version);
    writeFileSync(join(root, path), stamped);
    return stamped !== text;
  });
}
