import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { descriptions } from './inputs.ts';
import { type CheckResult, npmChecks } from './npm-checks.ts';
import type { Tool } from './tools.ts';
import type { KitResult } from './try-kit.ts';
import type { Attempt, Result } from './try-tool.ts';
import { countNeeds } from './vectors.ts';

const introduction = `<!-- Written by \`npm run interop -- --write\`. Do not edit. -->

# Code generators

Each generator reads a description, its output is compiled, and one program for each language sends the same steps
through it to the mock: a success, one with fields that are not described, 400 with a listed and with an unlisted code,
402, \`setCallback\`, the history, a history with fields of a later version in every object, a callback of every reason, and one with further fields and an unlisted status. A step
passes if the program saw every expected field in the generated model: a row with all steps is of a client that reads fields,
codes and statuses of a later version. What failed, and why, is in
[interop.json](../tools/trials/results/interop.json).

\`npm run interop\` repeats it; \`npm run interop -- --help\` says more. \`npm test\` runs @hey-api/openapi-ts with every
description; the other generators are not among the dependencies.

Generate from a profile, \`openapi-for-generators.yaml\` (3.1) or \`openapi-3.0-for-generators.yaml\` (3.0.3), and validate
with the full description: a profile only relaxes. The last columns are without the flags that a generator is better given:
what is left is what every user chooses (language, library, names, folders). Why a flag is there is beside the command.
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

const forKits = `
## Kits

What [the kits](../packages/kits/README.md) did when \`npm run interop -- --only kit\` last ran; \`--calls 10000\` makes as many
calls of each, and fewer calls do not replace these. Mock and service raise the codes, and the kit must know each. A 5xx leaves the
outcome open: then the code is that of the cause. The service raises \`system-error\` while its role lacks a right on a table, and \`service-unavailable\` while its
PostgreSQL is stopped.

Calls go through a proxy that loses
requests and answers, resets connections, cuts answers, delays them past the timeout, and answers 502 and 503. A call is
*unknown* if its caller must ask the history. *Doubled*: accepted twice. *Lost*: accepted although the kit said otherwise, or
the reverse. The first message is sent from an empty folder, by the lines in the README, with empty caches: the
tool fetches what its registry has. Lines have code: no comments, imports or lone brackets; at most 400 of a kit, and its programs are not among
them.

`;

const notTriedOfKits = `
No SDK of .NET was at hand, nor NuGet: Roslyn compiled C# with the sources of the library that signs, .NET Core 3.1 ran it, and
the time of its first message is from the compiler on; the lines with \`dotnet\` are not tried. Mono
runs its receiver. Packagist was not at hand: Composer took PHP's packages from a disk, so that the time of its first message has
no download. Nor was phpstan; Mago is used.
`;

const forVectors = `
### Vectors

`;

const forLinters = `
### Formatter, linter, type checker

`;

const forNewCode = `
### A new code

The codes of [another API](../packages/kits/catalogue.md) were generated for each language, and a program with a match over all
of them compiled without a warning. Then the API got one more code, and the same program was checked again.

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
  kits: readonly KitResult[],
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
    forKits,
    kitsTable(kits),
    notTriedOfKits,
    forVectors,
    vectorsTable(),
    forLinters,
    lintersTable(kits),
    forNewCode,
    newCodeTable(kits),
    forLines,
    ...sorted.map(linesOf),
  ].join('');
}

/** A row for each generator that reads this kind of description. */
function tableOf(reads: Tool['reads'], tools: readonly Tool[], results: readonly Result[]): string {
  const variants = Object.keys(descriptions[reads]);
  const byDefault = variants.filter((variant) => variant !== 'full');
  const columns = [
    ...['generator', 'version', 'language', ...variants],
    ...byDefault.map((variant) => `${variant}, default flags`),
  ];
  const rows = tools
    .filter((tool) => tool.reads === reads)
    .map(({ name, version, language, flags }) => {
      const result = results.find(({ tool }) => tool === name);
      const cells = variants.map((variant) => cellOf(result?.attempts[variant]));
      const { defaults } = result ?? {};
      const others = byDefault.map((variant) =>
        flags === undefined ? 'the same' : cellOf(defaults?.[variant]),
      );
      return [name, version, language, ...cells, ...others];
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

function kitsTable(results: readonly KitResult[]): string {
  const rows = results.map(({ language, checks, passed, outcomes, lines, firstMessageSeconds: seconds }) => [
    language,
    `${passed} of ${checks}`,
    ...(outcomes === undefined ? ['', '', ''] : cellsOf(outcomes)),
    `${lines.kit}, ${lines.all}`,
    seconds === undefined ? 'not tried' : `${seconds} s`,
  ]);
  const columns = [
    'language',
    'checks',
    'codes of mock, service',
    'calls',
    'doubled, lost',
    'lines, with the codes',
    'first message',
  ];
  return table(columns, rows);
}

function cellsOf({ codes, calls }: NonNullable<KitResult['outcomes']>): readonly string[] {
  const { scheduled, replayed, unknown, doubled, lost } = calls;
  const all = scheduled + unknown;
  return [
    `${codes.mock}, ${codes.service}`,
    `${all}: ${scheduled} scheduled (${replayed} by an earlier attempt), ${unknown} unknown`,
    `${doubled}, ${lost}`,
  ];
}

/** Which vectors for providers go through the kits, by what they need; each is in one row. */
function vectorsTable(): string {
  const { all, needs } = countNeeds();
  const count = (is: (need: string) => boolean) =>
    [...needs].reduce((sum, [need, number]) => sum + (is(need) ? number : 0), 0);
  const [one, onDemand] = [count((need) => need === ''), count((need) => need === 'an answer on demand')];
  const ofReceivers = count((need) => need.includes('a receiver'));
  return table(
    ['vectors for providers', 'of', 'with the kits'],
    [
      ['one request', `${one}`, 'a kit reads the answers of mock and service'],
      ['an answer that only the mock gives on demand', `${onDemand}`, 'a kit reads it'],
      ['the request id again, at once', '1', 'a kit reads the refusals of mock and service'],
      [
        'callbacks',
        `${ofReceivers}`,
        'a kit has the vectors of receivers, and the verifier judges its receiver',
      ],
      [
        'what a provider keeps between requests: order, money, history, time',
        `${all - one - onDemand - 1 - ofReceivers}`,
        'none: no kit has a part in it. Each refusal among the answers has a code that the kit met',
      ],
      ['all', `${all}`, ''],
    ],
  );
}

/** What the users of each language run, and the code with which it ended. */
function lintersTable(results: readonly KitResult[]): string {
  const rows = results.map(({ language, linters }) => [
    language,
    Object.entries(linters)
      .map(([name, { version, code }]) => `\`${name}\` ${version}: ${code}`)
      .join(', '),
  ]);
  return table(['language', 'command, version: exit code'], rows);
}

function newCodeTable(results: readonly KitResult[]): string {
  const rows = results.map(({ language, newCode }) => [
    language,
    `${newCode?.lines ?? ''}`,
    newCode === undefined ? '' : `\`\` ${newCode.says.replaceAll('|', '\\|')} \`\``,
  ]);
  return table(['language', 'lines that the generator wrote', 'said of the match'], rows);
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

function linesOf({
  name,
  language,
  flags,
  why,
  lines: { install, generate, file, call, remark },
}: Tool): string {
  const block = ['```text', install, generate, call, '```'].join('\n');
  const shown = file === undefined ? '' : `\n${fileBlock(...file)}\n`;
  const needed = flags === undefined ? [] : [`\`${flags.replaceAll('{folder}/', '')}\`: ${why}`];
  const said = [...needed, ...(remark === undefined ? [] : [remark])].map((text) => `\n${text}\n`);
  return `\n### ${name}, ${language}\n\n${block}\n${shown}${said.join('')}`;
}

/** A file as the trial has it, but for the name of the description, which the trial copies. */
function fileBlock(name: string, program: string): string {
  const path = fileURLToPath(new URL(`../../interop-programs/${program}`, import.meta.url));
  const text = readFileSync(path, 'utf8').replace('./openapi.yaml', './openapi-for-generators.yaml');
  const language = name.endsWith('.yaml') ? 'yaml' : 'js';
  return `\`${name}\`:\n\n\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}
