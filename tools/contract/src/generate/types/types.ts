import { banner, constant, type GeneratedFile } from '../../bundle/index.ts';
import {
  type Contract,
  type LimitEntry,
  type ProblemEntry,
  type ReasonEntry,
  readContract,
} from '../../index.ts';
import { openapiModule } from './openapi-module.ts';

/** Texts for people, in a module of their own: programs that show no advice do not bundle them. */
function adviceModule({ problems, reasons }: Contract): string {
  const ofProblems = problems.map(({ code, cause, fix, advice }) => [code, { cause, fix, advice }]);
  const ofReasons = reasons.map(({ reason, meaning, advice }) => [reason, { meaning, advice }]);
  return [
    banner.code,
    constant(
      'Why each problem code is returned, how to fix the request, and whether to send it again.',
      'problemAdvice',
      Object.fromEntries(ofProblems),
    ),
    constant(
      'What each undelivered reason means and what to do about it.',
      'reasonAdvice',
      Object.fromEntries(ofReasons),
    ),
  ].join('');
}

/** Codes, reasons and limits for the decisions of programs, without prose. */
function catalogueModule({ problems, reasons, limits }: Contract): string {
  return [
    banner.code,
    constant(
      'Every problem code of §7.1, and those that we assume (ADR-0011, ADR-0014), in order.',
      'problems',
      byName(problems, 'code', problem),
    ),
    constant('Every undelivered reason of §7.4, in order.', 'reasons', byName(reasons, 'reason', reason)),
    constant('Every limit of §8, and those of decisions (assumed).', 'limits', byName(limits, 'id', limit)),
  ].join('');
}

function problem({ title, status, provenance, rule, retry, cases }: ProblemEntry) {
  return {
    title,
    status,
    provenance,
    rule,
    retry,
    examples: Object.fromEntries(cases.map(({ name, detail }) => [name, detail ?? null])),
  };
}

function reason({ aliases, channels, retry }: ReasonEntry) {
  return { aliases, channels, retry };
}

function limit({ value, unit }: LimitEntry) {
  return { value, unit };
}

function byName<Entry extends Record<Key, string>, Key extends string>(
  entries: readonly Entry[],
  key: Key,
  pick: (entry: Entry) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(entries.map((entry) => [entry[key], pick(entry)]));
}

/** The demo numbers, in a module of their own: only mocks, simulators and tests need them. */
function demoNumbersModule({ demoNumbers }: Contract): string {
  const facts = demoNumbers.map(({ number, outcomes, failures, receipts }) => [
    number,
    { outcomes, failures, receipts },
  ]);
  return [
    banner.code,
    constant(
      'Every demo number (ADR-0038) and what becomes of a message to it.',
      'demoNumbers',
      Object.fromEntries(facts),
    ),
  ].join('');
}

const folder = 'packages/types/src/generated';

/** packages/types/src/generated: the types of the descriptions, and the catalogue as constants. */
export async function types(root: string): Promise<GeneratedFile[]> {
  const contract = readContract(root);
  return [
    { path: `${folder}/openapi.ts`, text: await openapiModule(root, 'openapi') },
    { path: `${folder}/gateway.ts`, text: await openapiModule(root, 'gateway') },
    { path: `${folder}/catalogue.ts`, text: catalogueModule(contract) },
    { path: `${folder}/advice.ts`, text: adviceModule(contract) },
    { path: `${folder}/demo-numbers.ts`, text: demoNumbersModule(contract) },
  ];
}
