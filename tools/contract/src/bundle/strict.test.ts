import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runRedocly } from './redocly/run-redocly.ts';
import { writeReleaseFiles } from './release-files/release-files.ts';

writeReleaseFiles();
const { resolve } = createRequire(import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'cascade-strict-'));

afterAll(() => rmSync(folder, { recursive: true }));

/** As a stranger does it: Redocly's rules, and nothing of ours. */
async function problems(name: string): Promise<unknown> {
  const config = join(folder, 'strict.yaml');
  writeFileSync(config, 'extends: [recommended-strict]\ntelemetry: off\n');
  const options = [
    'lint',
    '--format=json',
    `--config=${config}`,
    resolve(`@cascade/spec/generated/${name}.yaml`),
  ];
  return JSON.parse(await runRedocly(options, folder)).problems;
}

test.each([
  'openapi',
  'asyncapi',
  'gateway',
  'control',
  'openapi-for-generators',
  'openapi-3.0-for-generators',
])('%s passes recommended-strict', async (name) => {
  expect(await problems(name)).toEqual([]);
});

test('redocly score gives the description at least 90 of 100, with an example and an error for each operation', async () => {
  const report = await runRedocly(
    ['score', '--format=json', resolve('@cascade/spec/generated/openapi.yaml')],
    folder,
  );
  const { agentReadiness, subscores } = JSON.parse(
    report.slice(report.indexOf('{'), report.lastIndexOf('}') + 1),
  );
  expect(agentReadiness).toBeGreaterThanOrEqual(90);
  expect(subscores).toMatchObject({ exampleCoverage: 1, errorClarity: 1, identifierClarity: 1 });
});
