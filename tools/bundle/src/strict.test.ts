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
async function problems(name: string, rules: 'recommended' | 'recommended-strict'): Promise<unknown> {
  const config = join(folder, `${rules}.yaml`);
  writeFileSync(config, `extends: [${rules}]\ntelemetry: off\n`);
  const options = [
    'lint',
    '--format=json',
    `--config=${config}`,
    resolve(`@cascade/spec/generated/${name}.yaml`),
  ];
  return JSON.parse(await runRedocly(options, folder)).problems;
}

test.each(['openapi', 'asyncapi', 'gateway', 'openapi-for-generators'])(
  '%s passes recommended-strict',
  async (name) => {
    expect(await problems(name, 'recommended-strict')).toEqual([]);
  },
);

test('the profile in OpenAPI 3.0 has but the payload of the webhook, which 3.0 cannot describe, as a left-over', async () => {
  expect(await problems('openapi-3.0-for-generators', 'recommended')).toMatchObject([
    { ruleId: 'no-unused-components', severity: 'warn', message: 'Component: "StatusEvent" is never used.' },
  ]);
});
