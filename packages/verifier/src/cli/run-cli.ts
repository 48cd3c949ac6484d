import { didYouMean } from '@cascade/yaml-file';
import { Command, CommanderError } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { defined } from '../defined.ts';
import { addInit } from '../init/run-init.ts';
import { ProfileError } from '../profile/read-profile.ts';
import { addAttest } from './attest.ts';
import { addExplain } from './explain.ts';
import { addGateway } from './gateway.ts';
import { addHistory } from './history.ts';
import { addClient, addReceiver, addRun } from './judge.ts';
import type { Cli, ExitCode } from './options.ts';
import { addRecheck } from './recheck.ts';
import { addReplay } from './replay.ts';
import { addReport } from './reports.ts';
import type { CliOutput } from './terminal.ts';

/** Runs the CLI and returns its exit code. When the signal aborts, the report is partial. */
export async function runCli(
  args: readonly string[],
  terminal: CliOutput,
  signal?: AbortSignal,
): Promise<ExitCode> {
  let code: ExitCode = 0;
  const end = (ended: ExitCode) => {
    code = ended;
  };
  const program = createProgram({ terminal, end, ...defined({ signal }) });
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const says = error instanceof CommanderError ? explain(error, program) : error.message;
    terminal.err(`${says}\n${hintOn(error, program, args)}`);
    return 2;
  }
}

/** What Commander says; of an option that the command does not have, also where it belongs. */
function explain({ code, message }: CommanderError, program: Command): string {
  const says = message.replace(/^error: /, '').replaceAll('\n', ' ');
  if (code !== 'commander.unknownOption') return says;
  const [, flag = ''] = /'(--?[\w-]+)/.exec(says) ?? [];
  const owners = [program, ...program.commands].filter(({ options }) =>
    options.some(({ short, long }) => flag === short || flag === long),
  );
  if (owners.length === 0) return says;
  return `${says.replace(/ \(Did you mean.*/, '')}; it is an option of ${owners.map(nameOf).join(' and ')}`;
}

/** What to do next. */
function hintOn(error: Error, program: Command, [first]: readonly string[]): string {
  const isOfConsumer = first === 'client' || first === 'receiver';
  if (!(error instanceof ProfileError) || isOfConsumer) {
    const command = program.commands.find((each) => each.name() === first) ?? program;
    return `Try ${nameOf(command)} --help.\n`;
  }
  const isMissing = error.faults.some(({ message }) => message === 'file not found');
  return isMissing ? 'Write one: CASCADE_KEY=KEY cascade-verify init --target URL\n' : '';
}

/** Judging a provider, which has no name on the command line. */
function isRun(command: Command): boolean {
  return command.name() === 'run';
}

function nameOf(command: Command): string {
  return command.parent === null || isRun(command) ? 'cascade-verify' : `cascade-verify ${command.name()}`;
}

function createProgram(cli: Cli): Command {
  const program = new Command('cascade-verify')
    .description('Judges an implementation of the cascade API by its contract.')
    .usage('[options] | <command>')
    .version(manifest.version)
    .configureHelp({
      helpWidth: 120,
      visibleCommands: ({ commands }) => commands.filter((each) => !isRun(each)),
    })
    .configureOutput({ writeOut: cli.terminal.out, writeErr: () => {} })
    .enablePositionalOptions()
    .exitOverride();
  const run = addRun(program, cli, (word) => new Error(unknownCommand(word, program)));
  const commands = [
    addReceiver,
    addClient,
    addGateway,
    addHistory,
    addReport,
    addExplain,
    addReplay,
    addRecheck,
    addAttest,
    addInit,
  ];
  for (const add of commands) add(program, cli);
  return program.addHelpText('after', () => optionsOf(run) + notes);
}

function unknownCommand(name: string, { commands }: Command): string {
  const names = commands.filter((each) => !isRun(each)).map((each) => each.name());
  if (names.includes(name)) return `'${name}' must come before its options`;
  if (/^https?:/.test(name)) return `unexpected argument '${name}'; pass --target ${name}`;
  if (/\.ya?ml$/.test(name)) return `unexpected argument '${name}'; pass --profile ${name}`;
  return `unknown command '${name}'${didYouMean(name, names)}; commands: ${names.toSorted().join(', ')}`;
}

/** The options without a command, as the help of the whole program shows them. */
function optionsOf(run: Command): string {
  return run
    .helpInformation()
    .replace(/^[\s\S]*?\nOptions:/, '\nOptions of a run:')
    .replace(/^ +-h, .*\n/m, '');
}

const notes = `
Exit codes:
  0  conformant; with --baseline, no finding but known ones    replay: FIXED   recheck: SAME
  1  non-conformant: there are findings, or the provider       replay: FAILED  recheck: DIFFERS
     stopped answering (what was not judged by then says so);  or FLAKY
     with --baseline, a new, expired or vanished finding
  2  could not judge: wrong command line or profile,           replay: ERROR   recheck: ERROR
     a profile that does not fit the provider, no money, target not reachable or not this API,
     nothing judged, or interrupted (the report then is partial and says so)

Examples:
  export CASCADE_KEY=demo-key   # the profile that init writes reads it
  cascade-verify init --target http://127.0.0.1:4012 && cascade-verify
  cascade-verify --profile profile.yaml --json report.json --html report.html
  cascade-verify --baseline known.yaml --verbose
  cascade-verify --since v0.2.0

Every command has --help with examples.`;
