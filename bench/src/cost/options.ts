import { parseArgs } from 'node:util';

const help = `What the service and the mock cost: memory at rest, time to start, size of what npm installs

Usage
  npx pnpm --filter @cascade/bench cost [options]

Options
  --rounds <n>      how often each is started, in turns; 5 if absent
  --idle <seconds>  before memory is read; 30 if absent
  --tarballs <folder>
                    tarballs of npm run tarballs; packed now from the builds in dist if absent
  --against <folder>
                    tarballs of another version, measured in the same turns as "before"
  --name <name>     of the result file in bench/results; cost if absent
  --help

Examples
  npx pnpm --filter @cascade/bench cost
  npx pnpm --filter @cascade/bench cost --rounds 1 --idle 2 --name try
  npx pnpm --filter @cascade/bench cost --against /tmp/tarballs-of-0.1.0

Ten minutes with the defaults. Needs Linux (/proc), npm and its registry; packages must be built.
`;

/** What to measure, and how often. */
export interface CostOptions {
  readonly rounds: number;
  readonly idleSeconds: number;
  readonly tarballs: string | undefined;
  readonly against: string | undefined;
  readonly name: string;
}

/**
 * Reads the command line; the help text if it is asked for.
 * @throws {TypeError} that says what is wrong with an option.
 */
export function readOptions(args: readonly string[]): CostOptions | string {
  const { values } = parseArgs({
    // pnpm passes its own -- on.
    args: args.filter((argument) => argument !== '--'),
    options: {
      rounds: { type: 'string', default: '5' },
      idle: { type: 'string', default: '30' },
      tarballs: { type: 'string' },
      against: { type: 'string' },
      name: { type: 'string', default: 'cost' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return help;
  return {
    rounds: positive('rounds', values.rounds),
    idleSeconds: positive('idle', values.idle),
    tarballs: values.tarballs,
    against: values.against,
    name: values.name,
  };
}

function positive(option: string, text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new TypeError(`--${option} takes a number from 1 to 9999, not ${text}`);
}
