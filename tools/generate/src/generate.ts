import { repositoryRoot } from '@cascade/contract';
import { bundles } from './bundles.ts';
import { catalogueParts } from './catalogue-parts.ts';
import { client } from './client/client.ts';
import type { Generator } from './generated-file.ts';
import { reasonScenarios } from './reason-scenarios.ts';
import { registers } from './registers.ts';
import { responseExamples } from './response-examples.ts';
import { synchronise } from './synchronise.ts';
import { types } from './types/types.ts';
import { validators } from './validators/validators.ts';

/** In order: each reads from the disk what the ones before it wrote. */
const generators: readonly Generator[] = [
  catalogueParts,
  responseExamples,
  reasonScenarios,
  bundles,
  registers,
  types,
  validators,
  client,
];

/** Folders in which no file may stand that no generator makes. */
const folders = [
  'spec/openapi/components/examples/generated',
  'spec/openapi/components/schemas/generated',
  'spec/asyncapi/examples/generated',
  'spec/scenarios/generated',
  'spec/generated',
  'packages/types/src/generated',
  'packages/validator/src/generated',
  'packages/client/src/generated',
];

/** How many files were made, and the paths of those that the disk did not have so. */
export interface GenerateResult {
  readonly files: number;
  readonly changed: readonly string[];
}

/**
 * Makes every generated file anew. Writes those that differ from the disk; with `check` only names them.
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
