import { banner, type GeneratedFile } from '@cascade/bundle';
import { type DemoOutcome, readContract } from '@cascade/contract';

/** The demo numbers for the provider in Python, whose standard library reads no YAML. */
export function pythonDemoNumbers(): GeneratedFile[] {
  const rows = readContract().demoNumbers.flatMap(({ number, outcomes }) => [
    `    "${number}": {`,
    ...Object.entries(outcomes).map(([channel, outcome]) => `        "${channel}": ${stateOf(outcome)},`),
    '    },',
  ]);
  const lines = [
    '"""How a message to each demo number ends, by channel (ADR-0038)."""',
    '',
    'OUTCOMES = {',
    ...rows,
    '}',
  ];
  return [
    {
      path: 'examples/provider-python/generated/demo_numbers.py',
      text: `${banner.python}${lines.join('\n')}\n`,
    },
  ];
}

function stateOf({ status, reason }: DemoOutcome): string {
  const of = reason === null ? '' : `, "reason": "${reason}"`;
  return `{"status": "${status}"${of}}`;
}
