import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sampleReport } from '../../test/support/sample-report.ts';
import { defined } from '../defined.ts';
import type { Report } from './report.ts';
import { toSarif } from './to-sarif.ts';

const docs = 'https://docs.example';
const runOf = (report: Report, profile?: string) => {
  const log = JSON.parse(toSarif(report, { docs, ...defined({ profile }) }));
  expect(log).toMatchObject({ version: '2.1.0', $schema: expect.stringContaining('sarif-2.1.0') });
  expect(log.runs).toHaveLength(1);
  return log.runs[0];
};

test('the run has what SARIF 2.1.0 requires', () => {
  const { tool, results, invocations, properties } = runOf(sampleReport());
  expect(tool.driver).toMatchObject({ name: 'cascade-verify', version: '1.2.3' });
  expect(properties.statement).toBe('NON-CONFORMANT (1 finding; documented, 3 of 3)');
  expect(invocations).toEqual([expect.objectContaining({ executionSuccessful: true, exitCode: 1 })]);
  for (const result of results) {
    expect(result.message.text).toMatch(/\S/);
    expect(tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId);
    expect(['error', 'note']).toContain(result.level);
    expect(result.locations[0].logicalLocations[0].fullyQualifiedName).toMatch(/^\w+\/\S+$/);
  }
});

test('a rule for each clause, a result for each finding', () => {
  const { tool, results } = runOf(sampleReport());
  expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual([
    '7.1/method-not-allowed',
    '8/attachmentName',
  ]);
  expect(tool.driver.rules[1]).toMatchObject({
    fullDescription: { text: 'A name has at most 70.' },
    helpUri: 'https://docs.example/clauses.html#8-attachmentName',
  });
  expect(results.map(({ level }: { level: string }) => level)).toEqual(['error', 'note']);
  expect(results[0].partialFingerprints).toEqual({ 'findingId/v1': '0123456789' });
});

test('the request is there, without a key', () => {
  const { webRequest } = runOf(sampleReport()).results[0];
  expect(webRequest).toMatchObject({ method: 'POST', target: 'http://127.0.0.1:4012/api/cascade/schedule' });
  expect(webRequest.headers['x-api-key']).toBe('<API_KEY>');
});

test('a place in the profile, as a relative reference', () => {
  const { physicalLocation } = runOf(sampleReport(), 'my profiles/profile.yaml').results[0].locations[0];
  expect(physicalLocation.artifactLocation.uri).toBe('my%20profiles/profile.yaml');
});

test('the lines of the scenario and of the clause, below the package of the contract', () => {
  const { results, originalUriBaseIds } = runOf(sampleReport());
  const places = results[1].relatedLocations.map(
    ({ id, message, physicalLocation: { artifactLocation, region } }: RelatedLocation) => {
      const { uri, uriBaseId } = artifactLocation;
      expect(originalUriBaseIds).toHaveProperty(uriBaseId);
      const spec = new URL(import.meta.resolve(`@cascade/spec/${uri}`));
      const line = readFileSync(spec, 'utf8').split('\n')[region.startLine - 1];
      return [id, message.text, line];
    },
  );
  expect(places).toEqual([
    [1, 'the scenario', 'then:'],
    [2, 'the clause', expect.stringMatching(/^7\.1\/method-not-allowed:/)],
  ]);
});

interface RelatedLocation {
  readonly id: number;
  readonly message: { readonly text: string };
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string; readonly uriBaseId: string };
    readonly region: { readonly startLine: number };
  };
}

test('what is inconclusive, and why nothing could be judged, are notifications', () => {
  const [invocation] = runOf(
    sampleReport({ verdict: 'could-not-judge', reason: 'connection refused' }),
  ).invocations;
  expect(invocation.executionSuccessful).toBe(false);
  expect(invocation.toolExecutionNotifications).toEqual([
    { level: 'error', message: { text: 'could not judge: connection refused' } },
    {
      level: 'note',
      message: { text: expect.stringMatching(/^callback-signed is inconclusive: the profile/) },
    },
  ]);
});

test('without a portal nothing links to one', () => {
  const log = toSarif(sampleReport(), {});
  expect(log).not.toMatch(/helpUri|informationUri|clauses\.html/);
  expect(JSON.parse(log).runs[0].tool.driver.rules[1].help).toEqual({ text: 'A name has at most 70.' });
});
