import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { repositoryRoot } from './turbo.ts';

/** One check of the repository that is not a test. */
interface Check {
  /** As turbo names it: a script of this package, or of every package that has it. */
  readonly task: string;
  /** What runs at the root of the repository, with the programs that are installed there. */
  readonly runs?: string;
  /** Finds the first message in its output, the parts in groups. Without it, the first line is shown. */
  readonly message?: RegExp;
  /** The command that fixes what it can. */
  readonly fix?: string;
}

/**
 * What `npm run check` runs, and `npm test` before the tests; `npm run check -- types` runs one of them. A
 * new check is a row here, a script in package.json and a task in turbo.json.
 */
export const checks = {
  generated: {
    task: 'check:generated',
    runs: 'node tools/contract/src/generate/cli.ts --check',
    message: /^(Not current):\n\s*(.+)$/m,
    fix: 'npm run generate',
  },
  types: { task: 'check:types', runs: 'tsc -p tsconfig.json', message: /^(.+: error TS.+)$/m },
  imports: { task: 'check:imports', runs: 'node tools/repository/src/checks/imports/cli.ts' },
  words: { task: 'check:words', runs: 'node tools/repository/src/checks/plain-words/cli.ts' },
  unused: { task: 'check:unused', runs: 'knip --no-config-hints', message: /^(.+) \(\d+\)\n(.+)$/m },
  format: {
    task: 'check:format',
    runs: 'biome check --error-on-warnings .',
    message: /^(\S+) (?:\w.*)━\n\s+[×!] (.+)$/m,
    fix: 'npm run format',
  },
  evolution: {
    task: 'check:evolution',
    runs: 'node tools/evolution/src/run-cli.ts',
    message: /^(Released: .+)$/m,
  },
  // The descriptions, by Redocly; the scripts of the docs' pages, by TypeScript.
  lint: { task: 'lint', message: /^(?:\[1\] (.+)\n\s*(.+)|(.+: error TS.+))$/m },
} satisfies Readonly<Record<string, Check>>;

const all: readonly Check[] = Object.values(checks);

/** The tasks of all checks. */
export const tasksOfChecks: readonly string[] = all.map(({ task }) => task);

/** The check whose task it is. */
export function checkOf(task: string): Check | undefined {
  return all.find((check) => task === check.task || task.endsWith(`#${check.task}`));
}

/** Runs one check with all its messages, and more words of its command line. Returns its exit code. */
export function runCheck({ runs }: Required<Pick<Check, 'runs'>>, args: readonly string[]): number {
  const [program = '', ...words] = runs.split(' ');
  const programs = join(repositoryRoot, 'node_modules/.bin');
  const { status } = spawnSync(program, [...words, ...args], {
    cwd: repositoryRoot,
    env: { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH ?? ''}` },
    stdio: 'inherit',
  });
  return status ?? 1;
}

/** Lines of the package manager. */
const noise = /^(?:\$ |> |\[ELIFECYCLE\]|\s*$)/;

/** The first message of a failed task, on one line. If the task crashed, the error. */
export function firstMessage(task: string, output: string): string {
  const parts = checkOf(task)?.message?.exec(output)?.slice(1);
  const found = parts?.filter((part) => part !== undefined).join(': ');
  const lines = output.split('\n').filter((line) => !noise.test(line));
  const first = found ?? lines.find((line) => /^\w*Error\b/.test(line)) ?? lines[0];
  return first?.replaceAll(/\s+/g, ' ').trim() ?? 'failed without a message';
}
