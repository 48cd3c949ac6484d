import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { limitFaults } from './limit-values.ts';
import { repositoryRoot } from './yaml-file.ts';

const root = mkdtempSync(join(tmpdir(), 'cascade-limits-'));
for (const path of ['spec/openapi', 'spec/catalogue', 'spec/schemas'])
  cpSync(join(repositoryRoot, path), join(root, path), { recursive: true });
afterAll(() => rmSync(root, { recursive: true }));

const file = join(root, 'spec/openapi/components/schemas/ChannelContent.yaml');
const text = readFileSync(file, 'utf8');

test('each limit is that of its schema', () => {
  expect(limitFaults(root)).toEqual([]);
});

test.each([
  [
    'a schema that the catalogue does not follow',
    'maxLength: 70',
    'maxLength: 80',
    '/0/value',
    'expected 80, as spec/openapi/components/schemas/ChannelContent.yaml#/properties/attachmentName/maxLength states it, found 70; change both',
  ],
  [
    'a limit that no schema states any more',
    'maxLength: 70',
    'maxLenght: 70',
    '/0/at',
    'expected the place in spec/openapi/components/schemas that states the limit, found nothing at ChannelContent.yaml#/properties/attachmentName/maxLength; did you mean maxLenght?',
  ],
])('%s', (_, from, to, pointer, message) => {
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
  expect(limitFaults(root)).toMatchObject([{ file: 'spec/catalogue/limits.yaml', pointer, message }]);
});
