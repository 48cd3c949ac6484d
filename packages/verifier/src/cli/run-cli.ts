import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { readYaml } from '@cascade/yaml-file';
import { defined } from '../defined.ts';
import type { Client } from '../phases/consumers/run-clients.ts';
import { ProfileError, readProfile } from '../profile/read-profile.ts';
import { progressInLog, progressLine } from '../report/progress.ts';
import type { SetupMistake } from '../report/report.ts';
import { exitCodeOf, type Report } from '../report/report.ts';
import { describeFindings, describePhase, describeSummary } from '../report/terminal-summary.ts';
import { verify } from '../verify.ts';
import { verifyClient, verifyReceiver } from '../verify-consumers.ts';
import {
  type CliArguments,
  parseArguments,
  type ReportArguments,
  type RunArguments,
} from './parse-arguments.ts';
import { readReport } from './replay.ts';
import { openScreen, type Screen, type Terminal } from './terminal.ts';
import { prepareOutputs, writeOutputs } from './write-outputs.ts';

/**
 * Runs the CLI and returns its exit code: 0 conformant, 1 non-conformant, 2 could not judge. When the signal aborts,
 * the report is partial.
 */
export async function runCli(
  args: readonly string[],
  terminal: Terminal,
  signal?: AbortSignal,
): Promise<0 | 1 | 2> {
  try {
    return await run(parseArguments(args), terminal, signal);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    terminal.err(`${error.message}\n${hintOn(error)}`);
    return 2;
  }
}

/** What to do next. */
function hintOn(error: Error): string {
  if (!(error instanceof ProfileError)) return 'Try cascade-verify --help.\n';
  const isMissing = error.faults.some(({ message }) => message === 'file not found');
  return isMissing ? 'Write one: cascade-verify init --target URL --key KEY\n' : '';
}

/** Loads what only one command needs when that command runs. */
async function run(parsed: CliArguments, terminal: Terminal, signal?: AbortSignal): Promise<0 | 1 | 2> {
  switch (parsed.command) {
    case 'help':
      terminal.out(parsed.text);
      return 0;
    case 'init': {
      const { runInit } = await import('../init/run-init.ts');
      return runInit(parsed, terminal);
    }
    case 'gateway': {
      const { judgeGateway } = await import('./judge-gateway.ts');
      return judgeGateway(parsed, openScreen(terminal, false), signal);
    }
    case 'history': {
      const { judgeHistory } = await import('./judge-history.ts');
      return judgeHistory(parsed, openScreen(terminal, false), signal);
    }
    case 'report':
      return writeForms(parsed, terminal);
    case 'replay': {
      const { replay } = await import('./replay.ts');
      return replay(parsed, openScreen(terminal, false), signal);
    }
    default:
      return judge(parsed, terminal, signal);
  }
}

async function judge(parsed: RunArguments, terminal: Terminal, signal?: AbortSignal): Promise<0 | 1 | 2> {
  const screen = openScreen(terminal, Object.values(parsed.outputs).includes('-'));
  const report = await judgeSubject(parsed, screen, signal);
  const { paint, say } = screen;
  for (const found of [report.findings, report.hints])
    say(describeFindings(found, { paint, ...defined({ docs: parsed.docs }) }));
  say(describeSummary(report, paint));
  await writeOutputs(parsed, report, terminal);
  return exitCodeOf(report);
}

/** Writes other forms of a saved report. 0, whatever its verdict: the run that wrote it has told that. */
async function writeForms(parsed: ReportArguments, terminal: Terminal): Promise<0> {
  const report = await readReport(parsed.file);
  await prepareOutputs(parsed);
  await writeOutputs(parsed, report, terminal);
  return 0;
}

async function judgeSubject(parsed: RunArguments, screen: Screen, signal?: AbortSignal): Promise<Report> {
  if (parsed.command === 'verify') return judgeProvider(parsed, screen, signal);
  await prepareOutputs(parsed);
  if (parsed.command === 'receiver') return verifyReceiver({ ...parsed, ...defined({ signal }) });
  const { program, waitInMilliseconds } = parsed;
  const client = startsProgram(program, waitInMilliseconds);
  return verifyClient({ name: program.join(' '), client, ...defined({ signal }) });
}

async function judgeProvider(
  parsed: RunArguments & { command: 'verify' },
  { say, progress, paint }: Screen,
  signal?: AbortSignal,
): Promise<Report> {
  const { profile: file, restartCommand, ...options } = parsed;
  const profile = await readProfile(file);
  const target = options.target ?? profile.target;
  if (target === undefined) throw new Error('no target: pass --target or add target to the profile');
  await prepareOutputs(parsed);
  const report = await verify({
    ...options,
    profile,
    target,
    ...defined({ signal }),
    ...(restartCommand === undefined ? {} : { restart: () => runInShell(restartCommand) }),
    onPhase: (summary) => say(describePhase(summary, paint)),
    onProgress: (state) =>
      progress(
        (width) => progressLine(state, width),
        () => progressInLog(state),
      ),
  });
  const mistakes = locateMistakes(file, report.setup ?? []);
  if (mistakes !== '')
    say(`\nChange the profile, or pass --no-setup-check to judge all the same:\n${mistakes}`);
  return report;
}

/** Each mistake on a line of its own, with its place in the profile. */
function locateMistakes(file: string, mistakes: readonly SetupMistake[]): string {
  if (mistakes.length === 0) return '';
  const yaml = readYaml(file);
  const lines = mistakes.map(({ pointer, message }) => {
    const { line, column } = 'faults' in yaml ? { line: 1, column: 1 } : yaml.locate({ pointer, message });
    return `  ${file}:${line}:${column}: ${pointer}: ${message}\n`;
  });
  return lines.join('');
}

/** @throws {Error} if the command does not end with 0. */
async function runInShell(command: string): Promise<void> {
  const child = spawn(command, { shell: true, stdio: 'ignore' });
  const [code]: (number | null)[] = await once(child, 'exit');
  if (code !== 0) throw new Error(`--restart: '${command}' ended with ${code ?? 'a signal'}`);
}

/** A client that is a program: each run starts it, and kills it after the time limit. */
function startsProgram([file = '', ...args]: readonly string[], waitInMilliseconds: number): Client {
  return async (variables) => {
    const child = spawn(file, args, {
      env: { ...process.env, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: waitInMilliseconds,
      killSignal: 'SIGKILL',
    });
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { code, out, err };
  };
}
