import {
  banner,
  bundleDescription,
  type GeneratedFile,
  type Generator,
  generatedPart,
  releaseFiles,
  synchronise,
} from '@cascade/bundle';
import { readText, repositoryRoot } from '@cascade/contract';
import { catalogueParts, reasonScenarios, responseExamples } from './catalogue-parts.ts';
import { client } from './client.ts';
import { kitFiles } from './kits.ts';
import { providerRules, pythonDemoNumbers } from './provider-rules.ts';
import { registers } from './registers.ts';
import { shapeTypes } from './types/shapes.ts';
import { types } from './types/types.ts';
import { validators } from './validators/validators.ts';
import { vectors } from './vectors/vectors.ts';

/** spec/generated: each description in one file. */
async function bundles(): Promise<GeneratedFile[]> {
  const names = ['openapi', 'asyncapi', 'gateway'] as const;
  const bundled = await Promise.all(names.map((name) => bundleDescription(name)));
  return names.map((name, index) => ({
    path: `spec/generated/${name}.yaml`,
    text: banner.yaml + (bundled[index] ?? ''),
  }));
}

/** Editors find the schema beside the demo of the installed service, which does not bring the contract. */
async function accountsSchema(): Promise<GeneratedFile[]> {
  const text = readText(repositoryRoot, 'spec/schemas/accounts.schema.yaml');
  return [{ path: 'packages/service/src/accounts/accounts.schema.yaml', text: banner.yaml + text }];
}

/** The demo of the service begins with the accounts of the samples. */
async function demoAccounts(): Promise<GeneratedFile[]> {
  const path = 'packages/service/demo/accounts.yaml';
  const [, text = ''] = readText(repositoryRoot, 'spec/samples/provider.yaml').split('\naccounts:\n');
  const begin = '  # The accounts of spec/samples/provider.yaml, written by `npm run generate`.\n';
  const end = '  # Those of the service.\n';
  return [generatedPart(path, readText(repositoryRoot, path), { begin, end, text })];
}

/** In this order: each generator reads the files of those before it from the disk. */
const generators: readonly Generator[] = [
  catalogueParts,
  responseExamples,
  reasonScenarios,
  bundles,
  vectors,
  registers,
  types,
  shapeTypes,
  validators,
  client,
  accountsSchema,
  demoAccounts,
  pythonDemoNumbers,
  providerRules,
  kitFiles,
];

/** Folders of generated files only; other files below them are left-overs and are removed. */
const folders = [
  'spec/openapi/components/examples/generated',
  'spec/openapi/components/schemas/generated',
  'spec/asyncapi/examples/generated',
  'spec/scenarios/generated',
  'spec/generated',
  'spec/vectors/generated',
  'packages/types/src/generated',
  'packages/validator/src/generated',
  'packages/client/src/generated',
  'packages/service/src/generated',
  'packages/verifier/src/generated',
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
  const kept = new Set([...made, ...releaseFiles().map(({ path }) => path)]);
  changed.push(...synchronise.leftovers(root, folders, kept, check));
  return { files: made.size, changed };
}

/** Names the written files; after a check, the stale files and the command that fixes them. */
export function report({ files, changed }: GenerateResult, check: boolean): string {
  if (changed.length === 0) return `${files} generated files are current.\n`;
  const list = changed.map((file) => `  ${file}\n`).join('');
  return check
    ? `Not current:\n${list}Run \`npm run generate\` and commit what it writes.\n`
    : `${changed.length} of ${files} generated files written:\n${list}`;
}
