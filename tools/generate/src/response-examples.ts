import { globSync } from 'node:fs';
import { posix } from 'node:path';
import type { GeneratedFile } from '@cascade/bundle';
import {
  type ProblemCase,
  provokingRequest,
  readContract,
  readText,
  readYamlFile,
  repositoryRoot,
  toPointer,
  valueAt,
} from '@cascade/contract';

const folders = 'spec/openapi/{components,additions}/responses';

/**
 * The responses that lack an example of the catalogue, with it: behind its neighbour in the catalogue, in the
 * response that the operation of its request has for its status. Everything else in them is written by hand
 * and stays. If there is no such response, the lint reports it.
 */
export function responseExamples(): GeneratedFile[] {
  const cases = readContract().problems.flatMap(({ status, cases: all }) =>
    all.map((one) => ({ status, one })),
  );
  const names = cases.map(({ one }) => one.name);
  const texts = new Map(
    globSync(`${folders}/*.yaml`, { cwd: repositoryRoot }).map((path) => [path, read(path)]),
  );
  const changed = new Map<string, string>();
  for (const { status, one } of cases) {
    if ([...texts.values()].some((text) => lineOf(text, one.name) !== undefined)) continue;
    const path = responseOf(status, one);
    const text = withExample(texts.get(path) ?? '', one.name, names);
    if (text === undefined) continue;
    texts.set(path, text);
    changed.set(path, text);
  }
  return [...changed].map(([path, text]) => ({ path, text }));
}

/**
 * The file of the response of this status to the request of a case; empty where the descriptions have none.
 */
function responseOf(status: number, one: ProblemCase): string {
  const { method, path } = provokingRequest(one);
  const openapi = readYamlFile(repositoryRoot, 'spec/openapi/openapi.yaml').value;
  const item = valueAt(openapi, toPointer(['paths', path, '$ref']));
  if (typeof item !== 'string') return '';
  const file = posix.join('spec/openapi', item);
  const response = valueAt(
    readYamlFile(repositoryRoot, file).value,
    toPointer([method.toLowerCase(), 'responses', String(status), '$ref']),
  );
  return typeof response === 'string' ? posix.join(posix.dirname(file), response) : '';
}

/** The text with the example inserted after its predecessor in the catalogue. */
function withExample(text: string, name: string, names: readonly string[]): string | undefined {
  const before = names.slice(0, names.indexOf(name)).findLast((other) => lineOf(text, other) !== undefined);
  if (before === undefined) return undefined;
  const line = lineOf(text, before) ?? '';
  return text.replace(line, `${line}      ${name}:\n${line.replace(`/${before}.yaml`, `/${name}.yaml`)}`);
}

/** The line by which a response refers to the example of a case. */
function lineOf(text: string, name: string): string | undefined {
  const end = `/examples/generated/${name}.yaml`;
  return text.match(/^ +\$ref: .*\n/gm)?.find((line) => line.trimEnd().endsWith(end));
}

function read(path: string): string {
  return readText(repositoryRoot, path);
}
