import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const demos = readdirSync(join(root, 'demo'));
const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

test.each(demos)('editors find the schema of demo/%s, here and in the installed package', (name) => {
  const file = join(root, 'demo', name);
  const [first = ''] = readFileSync(file, 'utf8').split('\n');
  const [, schema = ''] = /^# yaml-language-server: \$schema=(\S+)$/.exec(first) ?? [];
  const path = join(dirname(file), schema);
  expect(existsSync(path)).toBe(true);
  // Outside dist, so that one path is right in both.
  expect(globSync(files, { cwd: root })).toContain(relative(root, path));
});
