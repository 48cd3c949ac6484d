/** One check of the repository that is not a test. */
interface Check {
  /** As turbo names it: a script of packages, or with `//#` one of the root, which turbo.json lists too. */
  readonly task: string;
  /** Finds the first message in its output, the parts in groups. Without it, the first line is shown. */
  readonly message?: RegExp;
  /** The command that fixes what it can. */
  readonly fix?: string;
}

/**
 * What `npm run check` runs, and `npm test` before the tests. A new check is a row here and a task in
 * turbo.json.
 */
export const checks: readonly Check[] = [
  { task: '//#generate:check', message: /^(Not current):\n\s*(.+)$/m, fix: 'npm run generate' },
  { task: '//#check:types', message: /^(.+: error TS.+)$/m },
  { task: '//#check:imports' },
  { task: '//#check:words' },
  { task: '//#check:unused', message: /^(.+) \(\d+\)\n(.+)$/m },
  { task: '//#check:format', message: /^(\S+) (?:\w.*)━\n\s+[×!] (.+)$/m, fix: 'npm run format' },
  // The descriptions, by Redocly; the scripts of the docs' pages, by TypeScript.
  { task: 'lint', message: /^(?:\[1\] (.+)\n\s*(.+)|(.+: error TS.+))$/m },
  { task: '//#evolution', message: /^(Released: .+)$/m },
];

/** Lines of the package manager. */
const noise = /^(?:\$ |> |\[ELIFECYCLE\]|\s*$)/;

/** The first message of a failed task, on one line. If the task crashed, the error. */
export function firstMessage(task: string, output: string): string {
  const { message } = checks.find((check) => check.task === task || task.endsWith(`#${check.task}`)) ?? {};
  const parts = message?.exec(output)?.slice(1);
  const found = parts?.filter((part) => part !== undefined).join(': ');
  const lines = output.split('\n').filter((line) => !noise.test(line));
  const first = found ?? lines.find((line) => /^\w*Error\b/.test(line)) ?? lines[0];
  return first?.replaceAll(/\s+/g, ' ').trim() ?? 'failed without a message';
}
