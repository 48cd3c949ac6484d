import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { descriptions } from './inputs.ts';
import { type CheckResult, npmChecks } from './npm-checks.ts';
import type { Tool } from './tools.ts';
import type { Attempt, Result } from './try-tool.ts';

const introduction = `<!-- Written by \`npm run interop -- --write\`. Do not edit. -->

# Code generators

Each generator reads a description, its output is compiled, and one program for each language sends the same steps
through it to the mock: a success, one with members that are not described, 400 with a listed and with an unlisted code,
402, \`setCallback\`, the history, a callback of every reason, and one with further members and an unlisted status. A
step passes if the program saw every expected member in the generated model. What failed, and why, is in
[interop.json](../tools/trials/results/interop.json).

\`npm run interop\` repeats it; \`npm run interop -- --help\` says more. \`npm test\` runs @hey-api/openapi-ts with every
description; the other generators are not among the dependencies.

Generate from a profile, \`openapi-for-generators.yaml\` (3.1) or \`openapi-3.0-for-generators.yaml\` (3.0.3), and validate
with the full description: a profile only relaxes.
`;

const notTried = `
C# is not among them: no .NET SDK was at hand to compile what OpenAPI Generator writes for it.
`;

const forAsyncapi = `
## From AsyncAPI

These read \`asyncapi.yaml\`, which describes the callbacks only: a step for each reason, and the one of a later version.

`;

const forChecks = `
## Linter and collections

Commands from npm that read or run what others get from the contract.

`;

const forLines = `
## Three lines for each

How to install the generator, generate, and call what it wrote.
`;

/** The generators with their recorded results as a page of Markdown. */
export function pageOf(
  tools: readonly Tool[],
  results: readonly Result[],
  checks: readonly CheckResult[],
): string {
  const sorted = tools.toSorted((one, other) => one.name.localeCompare(other.name));
  return [
    introduction,
    '\n',
    tableOf('openapi', sorted, results),
    notTried,
    forAsyncapi,
    tableOf('asyncapi', sorted, results),
    forChecks,
    checksTable(checks),
    forLines,
    ...sorted.map(linesOf),
  ].join('');
}

/** A row for each generator that reads this kind of description. */
function tableOf(reads: Tool['reads'], tools: readonly Tool[], results: readonly Result[]): string {
  const variants = Object.keys(descriptions[reads]);
  const columns = ['generator', 'version', 'language', ...variants];
  const rows = tools
    .filter((tool) => tool.reads === reads)
    .map(({ name, version, language }) => {
      const result = results.find(({ tool }) => tool === name);
      return [name, version, language, ...variants.map((variant) => cellOf(result?.attempts[variant]))];
    });
  return table(columns, rows);
}

function checksTable(results: readonly CheckResult[]): string {
  const rows = npmChecks.map(({ name, version, tries }) => {
    const result = results.find(({ check }) => check === name);
    const outcome = result?.failures.length === 0 ? 'no error' : 'fails';
    return [name, version, tries, result === undefined ? 'not tried' : outcome];
  });
  return table(['command', 'version', 'what it does', 'result'], rows);
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [columns, columns.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

function cellOf(attempt: Attempt | undefined): string {
  if (attempt === undefined) return 'not tried';
  if (!attempt.generates) return 'refuses it';
  if (!attempt.compiles) return 'generates, does not compile';
  return `${attempt.passed} of ${attempt.steps} steps`;
}

function linesOf({ name, language, lines: { install, generate, file, call, remark } }: Tool): string {
  const block = ['```text', install, generate, call, '```'].join('\n');
  const shown = file === undefined ? '' : `\n${fileBlock(...file)}\n`;
  return `\n### ${name}, ${language}\n\n${block}\n${shown}${remark === undefined ? '' : `\n${remark}\n`}`;
}

/** A file as the trial has it, but for the name of the description, which the trial copies. */
function fileBlock(name: string, program: string): string {
  const path = fileURLToPath(new URL(`../../interop-programs/${program}`, import.meta.url));
  const text = readFileSync(path, 'utf8').replace('./openapi.yaml', './openapi-for-generators.yaml');
  const language = name.endsWith('.yaml') ? 'yaml' : 'js';
  return `\`${name}\`:\n\n\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}
