import { fileURLToPath } from 'node:url';
import { runProgram } from '@cascade/test-kit';
import { expect, test } from 'vitest';
import { sampleProvider } from './generated/sample-provider.js';
import { readProvider } from './provider/provider.ts';

test('without a provider file, it has the accounts of the samples', () => {
  const file = fileURLToPath(import.meta.resolve('@cascade/spec/samples/provider.yaml'));
  expect(sampleProvider).toEqual(readProvider(file));
});

test('without a provider file, it loads no reader of YAML and no compiler of schemas: 14 MiB', async () => {
  const start = JSON.stringify(new URL('start-mock.ts', import.meta.url).href);
  const program = `
    const { startMock } = await import(${start});
    const mock = await startMock({ port: 0 });
    await mock.close();
    const { createRequire } = await import('node:module');
    for (const path of Object.keys(createRequire(${start}).cache)) console.log(path);
  `;
  const { code, out, err } = await runProgram(process.execPath, ['--input-type=module', '--eval', program]);
  expect(code, err).toBe(0);
  const packages = new Set([...out.matchAll(/.*\/node_modules\/([^/]+)\//g)].map(([, name]) => name));
  expect([...packages]).toContain('@stoplight');
  expect([...packages].filter((name) => name === 'yaml' || name === 'ajv')).toEqual([]);
});
