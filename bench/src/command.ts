import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util';

/** A benchmark as a command: what `--help` prints, and what it reads. */
export interface Command<Options extends CommandOptions> {
  /** How to start it, without options. */
  readonly run: string;
  readonly says: string;
  readonly options?: Options;
  /** Arguments without a name, with what each means; none if absent. */
  readonly words?: Readonly<Record<string, string>>;
  /** Arguments of an example, with what it does. */
  readonly examples: Readonly<Record<string, string>>;
}

/** An option as `parseArgs` takes it, with a line for `--help`. */
export interface CommandOption extends ParseArgsOptionDescriptor {
  readonly says: string;
}

type CommandOptions = Readonly<Record<string, CommandOption>>;
type Parsed<Options extends CommandOptions> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>;

/** pnpm passes its own `--` on. */
const given = () => process.argv.slice(2).filter((argument) => argument !== '--');

/**
 * Reads the command line. Ends the process with 0 after `--help`, and with 2 if an option or a word is unknown.
 */
export function readCommand<const Options extends CommandOptions = Record<never, CommandOption>>(
  command: Command<Options>,
): Parsed<Options> {
  const args = given();
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(helpOf(command));
    process.exit(0);
  }
  try {
    const options = (command.options ?? {}) as Options;
    const parsed = parseArgs({ args, options, allowPositionals: true });
    const most = Object.keys(command.words ?? {}).length;
    if (parsed.positionals.length > most) throw new Error(`Unexpected word '${parsed.positionals[most]}'`);
    return parsed as Parsed<Options>;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${helpOf(command)}`);
    process.exit(2);
  }
}

/** The text of `--help`. */
export function helpOf({ run, says, options = {}, words = {}, examples }: Command<CommandOptions>): string {
  const names: [string, string][] = [
    ...Object.entries(words).map(([word, meaning]): [string, string] => [`<${word}>`, meaning]),
    ...Object.entries(options).map(([name, option]): [string, string] => [
      option.type === 'string' ? `--${name} …` : `--${name}`,
      typeof option.default !== 'string' ? option.says : `${option.says}; ${option.default} if absent`,
    ]),
    ['--help', 'this text'],
  ];
  const shown = Object.entries(examples).map(([args, meaning]): [string, string] => [
    args === '' ? run.replace(/ --$/, '') : `${run} ${args}`,
    meaning,
  ]);
  return `${says}\n\n${table(names)}\n\nExamples:\n${table(shown)}\n`;
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
