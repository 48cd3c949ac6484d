import { cpSync, symlinkSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  banner,
  bundleDescription,
  type GeneratedFile,
  type Generator,
  generatedPart,
  leanText,
  releaseFiles,
  synchronise,
} from '../bundle/index.ts';
import { readText, repositoryRoot } from '../index.ts';
import { catalogueParts, reasonScenarios, responseExamples } from './catalogue-parts.ts';
import { checkContract, checkFit, lintOrThrow } from './check-contract.ts';
import { client } from './client.ts';
import { consumerScenarios } from './consumer-scenarios.ts';
import { control } from './control.ts';
import { inspector } from './inspector.ts';
import { kitFiles } from './kits.ts';
import { providerRules, pythonDemoNumbers } from './provider-rules.ts';
import { registers } from './registers.ts';
import { shapeTypes } from './types/shapes.ts';
import { types } from './types/types.ts';
import { validators } from './validators/validators.ts';
import { vectors } from './vectors/vectors.ts';

/** spec/generated: each description in one file, with our annotations and without. */
async function bundles(root: string): Promise<GeneratedFile[]> {
  const names = ['openapi', 'asyncapi', 'gateway', 'control'] as const;
  const bundled = names.map(async (name) => {
    const annotated = await bundleDescription(name, join(root, 'spec'));
    return [
      { path: `spec/generated/${name}-annotated.yaml`, text: banner.yaml + annotated },
      { path: `spec/generated/${name}.yaml`, text: banner.yaml + leanText(annotated) },
    ];
  });
  return (await Promise.all(bundled)).flat();
}

/** Editors find the schema beside the demo of the installed service, which does not bring the contract. */
async function accountsSchema(root: string): Promise<GeneratedFile[]> {
  const text = readText(root, 'spec/schemas/accounts.schema.yaml');
  return [{ path: 'packages/service/src/accounts/accounts.schema.yaml', text: banner.yaml + text }];
}

/** The demo of the service begins with the accounts of the samples. */
async function demoAccounts(root: string): Promise<GeneratedFile[]> {
  const path = 'packages/service/demo/accounts.yaml';
  const [, text = ''] = readText(root, 'spec/samples/provider.yaml').split('\naccounts:\n');
  const begin = '  # The accounts of spec/samples/provider.yaml, written by `npm run generate`.\n';
  const end = '  # Those of the service.\n';
  return [generatedPart(path, readText(root, path), { begin, end, text })];
}

/**
 * What the descriptions are made of, and their bundles. In this order: each generator reads the files of
 * those before it.
 */
const descriptions: readonly Generator[] = [
  catalogueParts,
  responseExamples,
  reasonScenarios,
  consumerScenarios,
  bundles,
];

/** What is made of the descriptions and of the contract beside them. */
const others: readonly Generator[] = [
  vectors,
  registers,
  types,
  shapeTypes,
  validators,
  client,
  control,
  inspector,
  accountsSchema,
  demoAccounts,
  pythonDemoNumbers,
  providerRules,
  kitFiles,
];

/** What the generators read: hand-written files, or those with a generated part. */
export const inputs: readonly string[] = [
  'spec',
  'packages/docs/guides/8-write-a-provider.md',
  'packages/service/demo/accounts.yaml',
  'packages/service/src/config/service.schema.yaml',
  'packages/verifier/profiles/mock.yaml',
  'packages/verifier/schemas/baseline.schema.yaml',
  'packages/verifier/schemas/consumer.schema.yaml',
  'packages/verifier/schemas/profile.schema.yaml',
];

/** Folders of generated files only; other files below them are left-overs and are removed. */
const folders = [
  'spec/openapi/components/examples/generated',
  'spec/openapi/components/schemas/generated',
  'spec/gateway/components/schemas/generated',
  'spec/asyncapi/examples/generated',
  'spec/scenarios/generated',
  'spec/generated',
  'spec/vectors/generated',
  'packages/types/src/generated',
  'packages/validator/src/generated',
  'packages/client/src/generated',
  'packages/verifier/mutants/generated',
  'packages/mock/src/generated',
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
 * Generates every file. Writes the files that differ from the disk below `root`; with `check` it only names
 * them. The contract is read below `source`. Everything is made in a copy, and nothing is written if the
 * contract is wrong.
 * @throws {YamlFileError} with every fault of the contract: file, line, JSON pointer, what was expected.
 */
export async function generate({
  check = false,
  root = repositoryRoot,
  source = repositoryRoot,
}: {
  check?: boolean;
  root?: string;
  source?: string;
} = {}): Promise<GenerateResult> {
  await using copy = await mkdtempDisposable(join(tmpdir(), 'cascade-generate-'));
  for (const path of inputs) copyByHand(join(source, path), join(copy.path, path));
  // spec/redocly.yaml names our rules.
  symlinkSync(join(repositoryRoot, 'tools'), join(copy.path, 'tools'));
  const files = await filesOf(copy.path).catch((error: unknown) => {
    throw named(error, copy.path);
  });
  const changed = synchronise.files(root, files, check);
  const kept = new Set([...files, ...releaseFiles()].map(({ path }) => path));
  changed.push(...synchronise.leftovers(root, folders, kept, check));
  return { files: files.length, changed };
}

/** The error with the names of files as they are in the repository. */
function named(error: unknown, copy: string): unknown {
  if (error instanceof Error) error.message = error.message.replaceAll(`${copy}/`, '');
  return error;
}

/** Left-overs of earlier runs are not copied, so that no generator reads them. */
function copyByHand(from: string, to: string): void {
  const skipped = ['node_modules', 'generated', 'baseline'];
  cpSync(from, to, { recursive: true, filter: (path) => !skipped.includes(basename(path)) });
}

/**
 * Every file, made in `copy`. While Redocly lints in a process of its own, this one makes what does not need
 * it.
 */
async function filesOf(copy: string): Promise<readonly GeneratedFile[]> {
  checkContract(copy);
  const described = run(descriptions, copy);
  const linted = described.then(
    () => lintOrThrow(copy),
    async (cause: unknown) => {
      // A broken description cannot be bundled, and the lint knows its place.
      await lintOrThrow(copy);
      throw cause;
    },
  );
  const more = described.then(() => run(others, copy));
  const fits = more.then(() => checkFit(copy));
  const [lint, fit, ...made] = await Promise.allSettled([linted, fits, described, more]);
  // Where the lint finds a fault, whatever else has failed follows from it.
  settled(lint);
  settled(fit);
  const files = made.flatMap(settled);
  return [...new Map(files.map((file) => [file.path, file])).values()];
}

function settled<Value>(result: PromiseSettledResult<Value>): Value {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

async function run(generators: readonly Generator[], root: string): Promise<readonly GeneratedFile[]> {
  const made: GeneratedFile[] = [];
  for (const generator of generators) {
    const files = await generator(root);
    synchronise.files(root, files, false);
    made.push(...files);
  }
  return made;
}

/** Names the written files; after a check, the stale files and the command that fixes them. */
export function report({ files, changed }: GenerateResult, check: boolean): string {
  if (changed.length === 0) return `${files} generated files are current.\n`;
  const list = changed.map((file) => `  ${file}\n`).join('');
  return check
    ? `Not current:\n${list}Run \`npm run generate\` and commit what it writes.\n`
    : `${changed.length} of ${files} generated files written:\n${list}`;
}
