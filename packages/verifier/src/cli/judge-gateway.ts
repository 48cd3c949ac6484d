import { defined } from '../defined.ts';
import { type GatewayResult, verifyGateway } from '../gateway/verify-gateway.ts';
import type { GatewayArguments } from './parse-arguments.ts';
import type { Screen } from './terminal.ts';

const marks = { match: '✓', mismatch: '✗', inconclusive: '–' } as const;
const colors = { match: 'green', mismatch: 'red', inconclusive: 'yellow' } as const;

/** Judges a gateway, and prints a line for each demand. The exit code: 0 conformant, 1 non-conformant, 2 neither. */
export async function judgeGateway(
  parsed: GatewayArguments,
  { say, paint }: Screen,
  signal?: AbortSignal,
): Promise<0 | 1 | 2> {
  const line = ({ id, says, verdict, because }: GatewayResult) =>
    `${paint(colors[verdict], marks[verdict])} ${id}: ${says}${because === undefined ? '' : `\n    ${because}`}\n`;
  const report = await verifyGateway({
    ...parsed,
    ...defined({ signal }),
    onListening: (url) => say(`Receipts are awaited at ${url}\n`),
  });
  for (const result of report.results) say(line(result));
  const { verdict, reason } = report;
  say(
    `\n${verdict.toUpperCase().replaceAll('-', ' ')}: ${parsed.url}${reason === undefined ? '' : `\n${reason}`}\n`,
  );
  if (verdict === 'could-not-judge') return 2;
  return verdict === 'conformant' ? 0 : 1;
}
