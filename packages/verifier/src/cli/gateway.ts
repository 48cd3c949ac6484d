import { type Command, InvalidArgumentError } from 'commander';
import { defined } from '../defined.ts';
import type { GatewayResult } from '../gateway/demand.ts';
import { type Cli, type ExitCode, option, parseBy, parseUrl, parseWhole } from './options.ts';
import { openScreen } from './terminal.ts';

interface Options {
  readonly withdraw?: string;
  readonly authorization?: string;
  /** `host:port` to listen on. */
  readonly receipts?: string;
  readonly secret?: string;
  readonly address: string;
  readonly channel: string;
  readonly atOnce: number;
  /** Milliseconds. */
  readonly wait: number;
}

/** Judges a gateway of the service (ADR-0040, ADR-0053). */
export function addGateway(program: Command, cli: Cli): void {
  program
    .command('gateway')
    .description('judges an HTTP gateway of the service (ADR-0040); its messages are real')
    .argument('<url>', 'of the gateway', parseUrl)
    .option('--authorization <text>', 'header that the gateway expects; a wrong one must be refused')
    .option('--withdraw <url>', 'where attempts are withdrawn; without it that is not judged', parseUrl)
    .option(
      '--receipts <host:port>',
      'listen there for receipts; without it they are not judged',
      parseListen,
    )
    .addOption(option.secret('of the receipts'))
    .addOption(option.address())
    .option('--channel <text>', 'of the messages', 'SMS')
    .option('--at-once <number>', 'attempts that are posted at once, at most 64', parseAtOnce, 20)
    .addOption(option.seconds('--wait', 'for a receipt', 30))
    .addHelpText(
      'after',
      `
Examples:
  cascade-verify gateway http://127.0.0.1:8080/send
  cascade-verify gateway http://127.0.0.1:8080/send --authorization 'Bearer for-trials' \\
    --withdraw http://127.0.0.1:8080/withdraw --receipts 127.0.0.1:4099 --secret "$RECEIPT_SECRET"`,
    )
    .action(async (url: string, options: Options) => cli.end(await judge(url, options, cli)));
}

const parseListen = parseBy(/^[^:/]+:\d{1,5}$/, 'Expected HOST:PORT to listen on.');

function parseAtOnce(text: string): number {
  const number = parseWhole(text);
  if (number >= 1 && number <= 64) return number;
  throw new InvalidArgumentError('Expected 1 to 64.');
}

const marks = { match: '✓', mismatch: '✗', inconclusive: '–' } as const;
const colors = { match: 'green', mismatch: 'red', inconclusive: 'yellow' } as const;

/** Prints a line for each demand. */
async function judge(
  url: string,
  { wait: waitInMilliseconds, ...options }: Options,
  { terminal, signal }: Cli,
): Promise<ExitCode> {
  const { say, paint } = openScreen(terminal, false);
  const line = ({ id, says, verdict, because }: GatewayResult) =>
    `${paint(colors[verdict], marks[verdict])} ${id}: ${says}${because === undefined ? '' : `\n    ${because}`}\n`;
  const { verifyGateway } = await import('../gateway/verify-gateway.ts');
  const report = await verifyGateway({
    ...options,
    url,
    waitInMilliseconds,
    ...defined({ signal }),
    onListening: (at) => say(`Receipts are awaited at ${at}\n`),
  });
  for (const result of report.results) say(line(result));
  const { verdict, reason, results } = report;
  const judged = results.filter((result) => result.verdict !== 'inconclusive').length;
  const count = `${judged} of ${results.length} demands${judged === results.length ? '' : ' judged'}`;
  const statement =
    verdict === 'could-not-judge' ? 'COULD NOT JUDGE' : `${verdict.toUpperCase()} (gateway, ${count})`;
  say(`\n${statement}: ${url}${reason === undefined ? '' : `\n${reason}`}\n`);
  if (verdict === 'could-not-judge') return 2;
  return verdict === 'conformant' ? 0 : 1;
}
