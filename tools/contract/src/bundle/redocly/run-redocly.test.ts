import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runRedocly } from './run-redocly.ts';

const folder = mkdtempSync(join(tmpdir(), 'cascade-redocly-'));
afterAll(() => rmSync(folder, { recursive: true }));

writeFileSync(join(folder, 'redocly.yaml'), 'telemetry: off\n');
writeFileSync(join(folder, 'good.json'), '{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{}}');
writeFileSync(join(folder, 'bad.json'), '{"openapi":"3.1.0","paths":{"/a":{"$ref":"missing.json"}}}');
const bundle = (name: string) =>
  runRedocly(['bundle', `${name}.json`, '--config=redocly.yaml', `--output=${name}-bundle.json`], folder);

test('commands at once run one by one; a failed command rejects with its own report, and spares the others', async () => {
  const [first, failed, last] = await Promise.allSettled([bundle('good'), bundle('bad'), bundle('good')]);
  expect(first.status).toBe('fulfilled');
  expect(String(failed.status === 'rejected' && failed.reason)).toContain('missing.json');
  expect(String(failed.status === 'rejected' && failed.reason)).not.toContain('good.json');
  expect(last.status).toBe('fulfilled');
  expect(existsSync(join(folder, 'good-bundle.json'))).toBe(true);
});
