import { readContract, readText, readYamlFile, repositoryRoot, valueAt } from '@cascade/contract';
import { describe, expect, test } from 'vitest';
import { trackedFiles } from './tracked-files.ts';

const { demoNumbers, reasons } = readContract();
const outcomesAt = new Map(demoNumbers.map(({ number, outcomes }) => [number, outcomes]));
const names = reasons.flatMap(({ reason, aliases }) => [reason, ...aliases]);

const generated = readText(repositoryRoot, 'spec/generated/demo-numbers.md');
const table = generated.slice(generated.indexOf('| address'));

test.each(['packages/mock/README.md', 'packages/service/operate/GATEWAYS.md'])(
  '%s has the table of spec/generated/demo-numbers.md',
  (page) => {
    expect(readText(repositoryRoot, page)).toContain(table);
  },
);

describe('a profile of the verifier', () => {
  const profiles = trackedFiles().filter(
    (path) => /(^|\/)profiles?\b.*\.yaml$/.test(path) && !path.includes('schema'),
  );

  test.each(profiles)('%s expects a reason where its number has it', (path) => {
    const wanted = valueAt(readYamlFile(repositoryRoot, path).value, '/callback/reasons') ?? {};
    for (const [reason, provocation] of Object.entries(wanted)) {
      const { address, channel }: { address?: string; channel?: string } = Object(provocation);
      const outcomes = outcomesAt.get(address ?? '');
      if (outcomes === undefined) continue;
      // Without a channel the verifier takes any.
      const on = channel === undefined ? Object.keys(outcomes) : [channel];
      expect(on.map((one) => outcomes[one]?.reason)).toEqual(on.map(() => reason));
    }
  });

  test('is found', () => {
    expect(profiles).toContain('packages/verifier/profiles/mock.yaml');
    expect(profiles).toContain('examples/provider-python/profile.yaml');
  });
});

test('a page that names a demo number and a reason in one line names a reason of that number', () => {
  const pages = trackedFiles().filter((path) => path.endsWith('.md') && !path.endsWith('CHANGELOG.md'));
  const wrong = pages.flatMap((path) =>
    readText(repositoryRoot, path)
      .split('\n')
      .flatMap((line, at) => (isWrong(line) ? [`${path}:${at + 1}: ${line}`] : [])),
  );
  expect(wrong).toEqual([]);
});

function isWrong(line: string): boolean {
  const numbers = demoNumbers.filter(({ number }) => line.includes(number));
  const named = names.filter((name) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(line));
  const possible = numbers.flatMap(({ outcomes }) => Object.values(outcomes).map(({ reason }) => reason));
  return numbers.length > 0 && named.some((name) => !possible.includes(name));
}
