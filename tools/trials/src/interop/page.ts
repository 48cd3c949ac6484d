import { readFileSync } from 'node:fs';
import { countNeeds, descriptions } from './inputs.ts';
import { type CheckResult, npmChecks } from './npm-checks.ts';
import { fillPlaces } from './run-command.ts';
import { programsFolder, type Tool } from './tables.ts';
import type { KitResult } from './try-kit.ts';
import type { GenerationAttempt, ToolResult } from './try-tool.ts';

/** The generators with their recorded results as a page of Markdown. */
export function interopPage(
  tools: readonly Tool[],
  results: readonly ToolResult[],
  checks: readonly CheckResult[],
  kits: readonly KitResult[],
): string {
  const sorted = tools.toSorted((one, other) => one.name.localeCompare(other.name));
  return fillPlaces(readFileSync(new URL('page.txt', import.meta.url), 'utf8'), {
    openapi: tableOf('openapi', sorted, results),
    asyncapi: tableOf('asyncapi', sorted, results),
    checks: checksTable(checks),
    kits: kitsTable(kits),
    vectors: vectorsTable(),
    linters: lintersTable(kits),
    'new-code': newCodeTable(kits),
    lines: sorted.map(linesOf).join(''),
  });
}

/** A row for each generator that reads this kind of description. */
function tableOf(reads: Tool['reads'], all: readonly Tool[], results: readonly ToolResult[]): string {
  const tools = all.filter((tool) => tool.reads === reads);
  const variants = Object.keys(descriptions[reads]);
  const byDefault = variants.filter((variant) => variant !== 'full');
  const columns = [
    'generator',
    'version',
    'language',
    ...variants,
    ...byDefault.map((variant) => `${variant}, no flags`),
  ];
  const rows = tools.map(({ name, version, language, flags }) => {
    const result = results.find(({ tool }) => tool === name);
    const cells = variants.map((variant) => cellOf(result?.attempts[variant]));
    const { defaults } = result ?? {};
    const others = byDefault.map((variant) => (flags === undefined ? '–' : cellOf(defaults?.[variant])));
    return [name, version, language, ...cells, ...others];
  });
  return `${table(columns, rows)}\n${footnote(tools, results)}`;
}

/** What the signs in the table mean. */
function footnote(tools: readonly Tool[], results: readonly ToolResult[]): string {
  const names = new Set(tools.map(({ name }) => name));
  const attempts = results
    .filter(({ tool }) => names.has(tool))
    .flatMap((result) => Object.values(result.attempts));
  const steps = Math.max(...attempts.map((attempt) => attempt.steps));
  return `✓: all ${steps} steps pass. –: the same as with flags, since it is given none.\n`;
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
  const one = count((need) => need === '');
  const onDemand = count((need) => need === 'an answer on demand');
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

function cellOf(attempt: GenerationAttempt | undefined): string {
  if (attempt === undefined) return 'not tried';
  if (!attempt.generates) return 'refused';
  if (!attempt.compiles) return 'does not compile';
  return attempt.passed === attempt.steps ? '✓' : `${attempt.passed} of ${attempt.steps}`;
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
  const text = readFileSync(`${programsFolder}/${program}`, 'utf8').replace(
    './openapi.yaml',
    './openapi-for-generators.yaml',
  );
  const language = name.endsWith('.yaml') ? 'yaml' : 'js';
  return `\`${name}\`:\n\n\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}
