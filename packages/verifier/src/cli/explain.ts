import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { explain } from '../explain/explain.ts';
import { readProfile } from '../profile/read-profile.ts';
import type { Finding } from '../report/report.ts';
import { columns, foldQuoted, wrap } from '../report/wrap.ts';
import { exampleProfile } from '../run-time-files.ts';
import type { Cli, ExitCode } from './options.ts';
import { readReport } from './reports.ts';
import { openScreen } from './terminal.ts';

interface Options {
  readonly report: string;
}

/** Explains what a finding names: a check, a clause, a scenario, or the finding itself. */
export function addExplain(program: Command, cli: Cli): void {
  program
    .command('explain')
    .description('explains a check, a clause, a scenario or a finding: what is judged, why, how to fix it')
    .argument('<code>', 'for instance problem-code, 7.1/out-of-balance, reused-id, or the id of a finding')
    .option('--report <file>', 'for the id of a finding: the report that --json wrote', 'report.json')
    .addHelpText(
      'after',
      `
Examples:
  cascade-verify explain negative-data-rejection
  cascade-verify explain 2.2/attachmentName-length
  cascade-verify explain attachmentName-length-outside
  cascade-verify explain 94b260ad1f --report report.json`,
    )
    .action(async (code: string, options: Options) => cli.end(await show(code, options, cli)));
}

const isFinding = /^[\da-f]{10}$/;

async function show(code: string, { report }: Options, { terminal }: Cli): Promise<ExitCode> {
  const { say, paint } = openScreen(terminal, false);
  const findings = isFinding.test(code) ? await findingsOf(report) : [];
  const profile = await readProfile(fileURLToPath(exampleProfile));
  const { title, parts, code: example } = explain(code, profile, findings);
  const lines = wrap(title, columns).map((line) => paint('bold', line));
  const rows = parts.flatMap(({ name, text }) =>
    wrap(text, columns - 12).map(
      (line, at) => `  ${at === 0 ? paint('dim', name.padEnd(10)) : ' '.repeat(10)}${line}`,
    ),
  );
  const shown = example === undefined ? [] : ['', ...indented(example).map((line) => paint('cyan', line))];
  say(`${[...lines, ...rows, ...shown].join('\n')}\n`);
  return 0;
}

async function findingsOf(file: string): Promise<readonly Finding[]> {
  const { findings, hints } = await readReport(file);
  return [...findings, ...hints];
}

/** A command that can be pasted, in lines of 80 columns. */
function indented(command: string): readonly string[] {
  const rows = command.split(' \\\n  ').map((row, at) => `${at === 0 ? '  ' : '    '}${row}`);
  return rows
    .map((row) => foldQuoted(row, columns - 2).join('\n'))
    .join(' \\\n')
    .split('\n');
}
