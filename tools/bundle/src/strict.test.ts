import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const redocly = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
const generated = fileURLToPath(new URL('../../../spec/generated/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'cascade-strict-'));
const run = promisify(execFile);

afterAll(() => rmSync(folder, { recursive: true }));

/** As a stranger does it: Redocly's strictest rules, and nothing of ours. */
test.each(['openapi', 'asyncapi', 'gateway'])('%s passes recommended-strict without our rules', async (name) => {
  writeFileSync(join(folder, 'redocly.yaml'), 'extends: [recommended-strict]\ntelemetry: off\n');
  const file = join(generated, `${name}.yaml`);
  const report = await run(process.execPath, [redocly, 'lint', '--format=json', file], { cwd: folder });
  expect(JSON.parse(report.stdout).problems).toEqual([]);
});
