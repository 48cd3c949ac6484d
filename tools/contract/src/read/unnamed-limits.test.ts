import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { unnamedLimits } from './unnamed-limits.ts';
import { repositoryRoot } from './yaml-file.ts';

const root = mkdtempSync(join(tmpdir(), 'cascade-unnamed-'));
for (const path of ['spec/clauses.yaml', 'spec/openapi', 'spec/catalogue', 'spec/schemas'])
  cpSync(join(repositoryRoot, path), join(root, path), { recursive: true });
afterAll(() => rmSync(root, { recursive: true }));

const schemas = 'spec/openapi/components/schemas';

/** The pointers of the faults after an edit of a schema. */
function faultsAfter(name: string, from: string, to: string): readonly string[] {
  const file = join(root, schemas, name);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
  try {
    return unnamedLimits(root).map(({ pointer }) => pointer);
  } finally {
    writeFileSync(file, text);
  }
}

const latitude = '  latitude:\n    type: number\n';

test('every limit of a documented node is of the source, or says that it is ours', () => {
  expect(unnamedLimits(root)).toEqual([]);
});

test.each([
  [
    'a range',
    'ChannelContent.yaml',
    latitude,
    `${latitude}    minimum: -90\n`,
    '/properties/latitude/minimum',
  ],
  [
    'a length',
    'ChannelContent.yaml',
    '    maxLength: 70\n',
    '    maxLength: 70\n    minLength: 3\n',
    '/properties/attachmentName/minLength',
  ],
  [
    'a pattern',
    'SchedulingRequest.yaml',
    '    format: uuid\n',
    '    format: uuid\n    pattern: ^[0-9a-f-]+$\n',
    '/properties/requestId/pattern',
  ],
  [
    'a format',
    'SchedulingRequest.yaml',
    '    format: uuid\n',
    '    format: date\n',
    '/properties/requestId/format',
  ],
  [
    'a limit in a branch',
    'ChattwoContent.yaml',
    '        maxContains: 2\n',
    '        maxContains: 2\n      - minItems: 1\n',
    '/properties/buttons/allOf/1/minItems',
  ],
])('%s that no clause names', (_, name, from, to, pointer) => {
  expect(faultsAfter(name, from, to)).toContain(pointer);
});

test('the decision in x-problem makes it ours', () => {
  const ours = `${latitude}    minimum: -90\n    x-problem: { minimum: ADR-0031 }\n`;
  expect(faultsAfter('ChannelContent.yaml', latitude, ours)).toEqual([]);
});

test('an entry of limits.yaml that a decision makes does not do: the verifier would judge by it', () => {
  const limits = join(root, 'spec/catalogue/limits.yaml');
  const text = readFileSync(limits, 'utf8');
  const entry = (cites: string) =>
    `${text}\n- id: latitude\n  ${cites}\n  says: Latitude\n  value: 90\n  unit: values\n  at: ChannelContent.yaml#/properties/latitude/maximum\n  problem: matched-template-not-found\n`;
  const limited = `${latitude}    maximum: 90\n`;
  try {
    writeFileSync(limits, entry('decision: ADR-0031'));
    expect(faultsAfter('ChannelContent.yaml', latitude, limited)).toEqual(['/properties/latitude/maximum']);
    writeFileSync(limits, entry('clause: 2.2/latitude'));
    expect(faultsAfter('ChannelContent.yaml', latitude, limited)).toEqual([]);
  } finally {
    writeFileSync(limits, text);
  }
});
