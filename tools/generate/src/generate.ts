import { repositoryRoot } from '@cascade/contract';
import { bundles } from './bundles.ts';
import { catalogueParts } from './catalogue-parts.ts';
import { client } from './client/client.ts';
import { collections } from './collections/collections.ts';
import type { Generator } from './generated-file.ts';
import { profiles } from './profiles/profiles.ts';
import { providerRules } from './provider-rules.ts';
import { pythonDemoNumbers } from './python-demo-numbers.ts';
import { reasonScenarios } from './reason-scenarios.ts';
import { registers } from './registers.ts';
import { responseExamples } from './response-examples.ts';
import { shapes } from './shapes/shapes.ts';
import { synchronise } from './synchronise.ts';
import { types } from './types/types.ts';
import { validators } from './validators/validators.ts';
import { vectors } from './vectors/vectors.ts';

/** In this order: each generator reads the files of those before it from the disk. */
const generators: readonly Generator[] = [
  catalogueParts,
  responseExamples,
  reasonScenarios,
  bundles,
  collections,
  profiles,
  vectors,
  registers,
  types,
  validators,
  shapes,
  client,
  pythonDemoNumbers,
  providerRules,
];

/** Folders of generated files only; other files below them are left-overs and are removed. */
const folders = [
  'spec/openapi/components/examples/generated',
  'spec/openapi/components/schemas/generated',
  'spec/asyncapi/examples/generated',
  'spec/scenarios/generated',
  'spec/generated',
  'spec/collections/generated',
  'spec/vectors/generated',
  'packages/types/src/generated',
  'packages/validator/src/generated',
  'packages/mock/src/generated',
  'packages/service/src/generated',
  'packages/verifier/src/generated',
  'packages/client/src/generated',
  'examples/provider-python/generated',
];

/** The number of generated files, and the paths of those that differed from the disk. */
export interface GenerateResult {
  readonly files: number;
  readonly changed: readonly string[];
}

/**
 * Generates every file. Writes the files that differ from the disk; with `check` it only names them.
 * @throws {ContractError} when the hand-written contract is wrong.
 */
export async function generate({
  check = false,
  root = repositoryRoot,
}: {
  check?: boolean;
  root?: string;
} = {}): Promise<GenerateResult> {
  const changed: string[] = [];
  const made = new Set<string>();
  for (const generator of generators) {
    const files = await generator();
    for (const { path } of files) made.add(path);
    changed.push(...synchronise.files(root, files, check));
  }
  changed.push(...synchronise.leftovers(root, folders, made, check));
  return { files: made.size, changed };
}
