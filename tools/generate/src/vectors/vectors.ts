import { readContract, readYamlFile, repositoryRoot, valueAt } from '@cascade/contract';
import type { Profile } from '@cascade/verifier/scenarios';
import type { GeneratedFile } from '../generated-file.ts';
import { isNode } from '../is-node.ts';
import { callbackVectors } from './callback-vectors.ts';
import { outcomeVectors } from './outcome-vectors.ts';
import { requestVectors } from './request-vectors.ts';
import { type NamedCascade, violationVectors } from './violation-vectors.ts';

const root = 'spec/vectors/generated';

/** spec/vectors/generated: what any implementation, in any language, can be tested with; see spec/vectors/README.md. */
export function vectors(): GeneratedFile[] {
  const profile = readYamlFile(repositoryRoot, 'packages/verifier/profiles/mock.yaml').value as Profile;
  const cascades = profile.cascades as readonly NamedCascade[];
  const requests = requestVectors(readContract(), {
    ...profile,
    keys: { ...profile.keys, wrong: 'no-such-key' },
  });
  return [
    vectorFile('requests', requests),
    vectorFile('violations', violationVectors(cascades)),
    vectorFile('callbacks', callbackVectors(statusEvents())),
    vectorFile('outcomes', outcomeVectors),
  ];
}

function vectorFile(kind: string, all: readonly object[]): GeneratedFile {
  const value = { $schema: '../vectors.schema.json', kind, vectors: all };
  return { path: `${root}/${kind}.json`, text: `${JSON.stringify(value, null, 2)}\n` };
}

/** The examples of the webhook, by name. */
function statusEvents(): Record<string, unknown> {
  const openapi = readYamlFile(repositoryRoot, 'spec/generated/openapi.yaml').value;
  const at = '/webhooks/messageStatus/post/requestBody/content/application~1json/examples';
  const names = Object.keys((valueAt(openapi, at) as object | undefined) ?? {});
  const values = names.map((name) => valueAt(openapi, `/components/examples/${name}/value`));
  return Object.fromEntries(
    names.map((name, index) => [name, values[index]]).filter(([, value]) => isNode(value)),
  );
}
