import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readCatalogue, readPresent, requireSource } from '@cascade/evolution';
import { readScenarios } from '@cascade/verifier/read-scenarios';
import { createShapeCheck, didYouMean, type FileFault } from '@cascade/yaml-file';
import { lintDescriptions } from '../bundle/index.ts';
import {
  type Contract,
  ContractError,
  limitFaults,
  readContract,
  readYamlFile,
  unnamedLimits,
  wordFaults,
} from '../index.ts';
import { caseFaults } from './check-cases.ts';

/**
 * Checks everything below `root` that is written by hand beside the descriptions, which the lint checks: also
 * against what the source document fixes.
 * @throws {YamlFileError} with every fault.
 */
export function checkContract(root: string): void {
  const contract = readContract(root);
  requireSource(root, { catalogue: readCatalogue(root) });
  throwIfAny([...scenarioFaults(root, contract), ...sampleFaults(root, contract)]);
}

/** @throws {ContractError} with every fault that the lint finds below `root`. */
export async function lintOrThrow(root: string): Promise<void> {
  throwIfAny(await lintDescriptions(root));
}

/**
 * Checks the parts of the catalogue that must fit the descriptions below `root`, and the descriptions against
 * what the source document fixes. Needs their bundle, without
 * faults.
 * @throws {ContractError} with every fault.
 */
export function checkFit(root: string): void {
  // First, since it quotes the source: what it refuses often lacks words or a limit as well.
  requireSource(root, readPresent(root));
  throwIfAny([...limitFaults(root), ...unnamedLimits(root), ...wordFaults(root), ...caseFaults(root)]);
}

function throwIfAny(faults: readonly FileFault[]): void {
  if (faults.length > 0) throw new ContractError(faults);
}

/** Scenarios that name what the contract does not have. */
function scenarioFaults(root: string, contract: Contract): FileFault[] {
  const clauses = [...contract.clauses.keys()];
  const decisions = contract.decisions.map(({ id }) => id);
  const codes = contract.problems.map(({ code }) => code);
  const reasons = contract.reasons.flatMap(({ reason, aliases }) => [reason, ...aliases]);
  return readScenarios(join(root, 'spec')).flatMap(({ id, ...scenario }) => {
    const { assumes } = scenario.given;
    const { codes: expected = [], reason } = scenario.expects;
    const unknown = [
      ...scenario.clauses.map((name, at) => missing(`/clauses/${at}`, name, clauses, 'clauses.yaml')),
      ...expected.map((name, at) => missing(`/then/codes/${at}`, name, codes, 'catalogue/problems.yaml')),
      missing('/then/reason', reason, reasons, 'catalogue/reasons.yaml'),
      missing('/given/assumes', assumes, decisions, 'decisions'),
    ].filter((fault) => fault !== undefined);
    return unknown.length === 0 ? [] : unknown.map(fileOf(root, id).locate);
  });
}

function fileOf(root: string, scenario: string) {
  const path = `spec/scenarios/${scenario}.yaml`;
  return readYamlFile(
    root,
    existsSync(join(root, path)) ? path : path.replace('scenarios/', 'scenarios/generated/'),
  );
}

function missing(pointer: string, name: string | undefined, known: readonly string[], file: string) {
  if (name === undefined || known.includes(name)) return undefined;
  return { pointer, message: `${name} is not in spec/${file}${didYouMean(name, known)}` };
}

/** A request of spec/samples/requests.json, as far as it is checked here. */
interface Sample {
  readonly answer?: { readonly title?: string };
}

function sampleFaults(root: string, { problems }: Contract): FileFault[] {
  const provider = readYamlFile(root, 'spec/samples/provider.yaml');
  const schemaFile = join(root, 'spec/schemas/accounts.schema.yaml');
  const checked = createShapeCheck({ schemaFile })(provider.value);
  const requests = readYamlFile(root, 'spec/samples/requests.json');
  const { cases } = requests.value as { readonly cases: readonly Sample[] };
  const titles = problems.flatMap(({ title, code }) => [title, code]);
  const faults = cases.flatMap(
    ({ answer }, at) =>
      missing(`/cases/${at}/answer/title`, answer?.title, titles, 'catalogue/problems.yaml') ?? [],
  );
  readYamlFile(root, 'spec/samples/callbacks.json');
  return [
    ...('faults' in checked ? checked.faults.map(provider.locate) : []),
    ...faults.map(requests.locate),
  ];
}
