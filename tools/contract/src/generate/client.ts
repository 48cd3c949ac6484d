import { banner, constant, type GeneratedFile } from '../bundle/index.ts';
import {
  type Contract,
  type ProblemCase,
  readContract,
  readYamlFile,
  requestOfCase,
  valueAt,
} from '../index.ts';

/** The provoking case of every code, and the accounts they need (spec/samples/provider.yaml). */
function casesModule({ problems }: Contract, provider: unknown): string {
  const cases = problems.flatMap(({ code, status, title, cases }) =>
    cases.map((one) => [one.name, { code, status, title, ...caseOf(one) }]),
  );
  return [
    banner.code,
    constant('The smallest request that provokes each problem, by name of its example.', 'cases', {
      ...Object.fromEntries(cases),
    }),
    constant('The accounts of the samples.', 'sampleAccounts', accountsOf(provider)),
  ].join('');
}

interface SampleAccount {
  readonly keys: readonly { readonly label?: string }[];
  readonly callback?: unknown;
  readonly templates?: unknown;
}

/**
 * The accounts without what signs callbacks, of which the client receives none, and without what only
 * operators read. Templates decide what becomes of an accepted message, which the test provider does not
 * play.
 */
function accountsOf(provider: unknown): readonly object[] {
  const accounts = valueAt(provider, '/accounts') as readonly SampleAccount[];
  return accounts
    .filter(({ templates }) => templates === undefined)
    .map(({ callback: _, ...account }) => ({
      ...account,
      keys: account.keys.map(({ label: __, ...key }) => key),
    }));
}

/** Leaves `repeat` to the sender of the request: carried out, the body would be a megabyte of source. */
function caseOf(one: ProblemCase) {
  const { repeat, sentBefore, ...request } = one.request;
  return { detail: one.detail, sentBefore, repeat, request: requestOfCase({ ...one, request }) };
}

/** The only part of the catalogue that the core of the client bundles. */
function codesModule({ problems }: Contract): string {
  const entries = problems
    .filter(({ code, title }) => title !== code)
    .map(({ code, title }) => `  ${JSON.stringify([title, code])},\n`);
  return [
    banner.code,
    `import type { KnownProblemCode } from '@cascade/types';\n`,
    '\n/** Codes whose title is spelled otherwise (§7.1, note), by that title. */\n',
    `export const codeOfTitle: ReadonlyMap<string, KnownProblemCode> = new Map([\n${entries.join('')}]);\n`,
  ].join('');
}

const folder = 'packages/client/src/generated';

/**
 * packages/client/src/generated: codes for the client's decisions, cases for the answers of its test
 * provider.
 */
export function client(root: string): GeneratedFile[] {
  const contract = readContract(root);
  const provider = readYamlFile(root, 'spec/samples/provider.yaml').value;
  return [
    { path: `${folder}/codes.ts`, text: codesModule(contract) },
    { path: `${folder}/cases.ts`, text: casesModule(contract, provider) },
  ];
}
