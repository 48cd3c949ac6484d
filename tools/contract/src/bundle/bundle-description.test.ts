import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Parser } from '@asyncapi/parser';
import { validate } from '@readme/openapi-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { bundleDescription } from './bundle-description.ts';

describe('the descriptions of this repository', () => {
  let openapi: string;
  let asyncapi: string;
  let gateway: string;
  let control: string;

  beforeAll(async () => {
    [openapi, asyncapi, gateway, control] = await Promise.all([
      bundleDescription('openapi'),
      bundleDescription('asyncapi'),
      bundleDescription('gateway'),
      bundleDescription('control'),
    ]);
  });

  test('bundle to the same bytes every time', async () => {
    expect(await bundleDescription('openapi')).toBe(openapi);
  });

  test('have no references into other files', () => {
    const references = (text: string) =>
      [...text.matchAll(/\$ref: '?([^'\n]+)/g)].map(([, target]) => target);
    for (const text of [openapi, asyncapi, gateway, control])
      expect(references(text).filter((target) => !target?.startsWith('#/'))).toEqual([]);
  });

  test('OpenAPI: a second parser accepts the bundles', async () => {
    for (const text of [openapi, gateway, control])
      await expect(validate(parse(text))).resolves.toMatchObject({ valid: true });
  });

  test('AsyncAPI: the reference parser accepts the bundle', async () => {
    const { document, diagnostics } = await new Parser().parse(asyncapi);
    const errors = diagnostics.filter(({ severity }) => Number(severity) === 0);
    expect(errors).toEqual([]);
    expect(document?.operations().map((operation) => operation.action())).toEqual(['send']);
  });
});

describe('a broken description', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cascade-broken-'));

  afterAll(() => rmSync(folder, { recursive: true }));

  test('a dangling reference is reported with file and pointer', async () => {
    writeFileSync(join(folder, 'redocly.yaml'), 'apis:\n  openapi:\n    root: openapi.yaml\n');
    writeFileSync(
      join(folder, 'openapi.yaml'),
      'openapi: 3.1.0\ninfo: { title: T, version: 1.0.0 }\npaths:\n  /a:\n    $ref: paths/missing.yaml\n',
    );
    const failure = bundleDescription('openapi', folder);
    await expect(failure).rejects.toThrow(/openapi cannot be bundled/);
    await expect(failure).rejects.toThrow(/openapi\.yaml:5/);
    await expect(failure).rejects.toThrow(/missing\.yaml/);
  });
});
