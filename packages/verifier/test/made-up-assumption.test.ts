import { startMock } from '@cascade/mock';
import { closedAfterTest } from '@cascade/repository/test-kit/vitest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../src/index.ts';
import { loadScenarios } from '../src/scenario/load-scenarios.ts';
import type { Scenario } from '../src/scenario/scenario.ts';
import { ownProfile } from './support/broken-provider.ts';

/** Says the opposite of what the mock does, by a decision that its profile does not list. */
const madeUp: Scenario = {
  id: 'made-up',
  says: 'An empty text by SMS is accepted.',
  phase: 'vectors',
  clauses: ['2.2/text'],
  given: { base: 'text on SMS', assumes: 'ADR-0024' },
  when: { edits: [{ set: '{content}/text', to: '' }] },
  expects: { accepted: true },
};

/** The scenarios are loaded once: every run of this process judges this list. */
const library = loadScenarios() as Scenario[];
beforeAll(() => library.push(madeUp));
afterAll(() => library.pop());

test('what rests on a decision that is not held is inconclusive, and no phase makes a finding of it', async () => {
  const { url } = await closedAfterTest(startMock({ port: 0 }));
  const { holds: _, ...profile } = await ownProfile('mock');
  const run = { target: url, seed: 1, phases: ['vectors', 'properties', 'order', 'state'] as const };
  const report = await verify({ ...run, profile });
  expect(report).toMatchObject({ verdict: 'conformant', findings: [] });
  expect(report.scenarios.find(({ scenario }) => scenario === 'made-up')?.verdict).toBe('inconclusive');
  const held = await verify({ ...run, profile: { ...profile, holds: ['ADR-0024'] } });
  expect(held.findings.map(({ scenario }) => scenario)).toEqual(
    expect.arrayContaining(['made-up', 'valid-requests']),
  );
}, 60_000);
