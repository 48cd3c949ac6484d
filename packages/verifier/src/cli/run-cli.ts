import { constants } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { ProfileError } from '../profile/profile-error.ts';
import { readProfile } from '../profile/read-profile.ts';
import { exitCodeOf, type Report } from '../report/report.ts';
import { describeFinding, describePhase, describeSummary } from '../report/terminal-summary.ts';
import { verify } from '../verify.ts';
import { verifyReceiver } from '../verify-receiver.ts';
import { type CliArguments, parseArguments } from './parse-arguments.ts';
import { usage } from './usage.ts';

/** Where the CLI writes. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
}

/** Runs the CLI and gives its exit code: 0 conformant, 1 non-conformant, 2 could not judge. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<0 | 1 | 2> {
  try {
    return await run(parseArguments(args), terminal);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const hint = error instanceof ProfileError ? '' : '\nTry cascade-verify --help.';
    terminal.err(`${error.message}${hint}\n`);
    return 2;
  }
}

async function run(parsed: CliArguments, terminal: Terminal): Promise<0 | 1 | 2> {
  if (parsed.command === 'help') {
    terminal.out(usage);
    return 0;
  }
  if (parsed.command === 'init') return init(parsed.file, terminal);
  // With the report on the standard output, people read the other one.
  const say = parsed.json === '-' ? terminal.err : terminal.out;
  const report = parsed.command === 'receiver' ? await verifyReceiver(parsed) : await judge(parsed, say);
  for (const finding of report.findings) say(describeFinding(finding));
  say(describeSummary(report));
  if (parsed.json !== undefined) await writeJson(parsed.json, report, terminal);
  return exitCodeOf(report);
}

async function judge(
  { profile: file, ...options }: CliArguments & { command: 'verify' },
  say: Terminal['out'],
): Promise<Report> {
  const profile = await readProfile(file);
  const target = options.target ?? profile.target;
  if (target === undefined) throw new Error('Neither --target nor the profile says what to judge.');
  return verify({ ...options, profile, target, onPhase: (summary) => say(describePhase(summary)) });
}

async function init(file: string, { out }: Terminal): Promise<0> {
  try {
    await copyFile(new URL('../../profiles/template.yaml', import.meta.url), file, constants.COPYFILE_EXCL);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new Error(`${file} is there already, and stays as it is.`);
    throw error;
  }
  out(`${file} is written. Fill it in, then: cascade-verify --profile ${file}\n`);
  return 0;
}

async function writeJson(file: string, report: Report, { out }: Terminal): Promise<void> {
  const text = `${JSON.stringify(report, undefined, 2)}\n`;
  if (file === '-') out(text);
  else await writeFile(file, text);
}
