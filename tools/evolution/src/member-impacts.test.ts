import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { objectOf, readYamlFile, repositoryRoot, valueAt } from '@cascade/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readCatalogue } from './catalogue.ts';
import { type CatalogueFile, judgeMember, unjudgedMembers } from './member-impacts.ts';

/** Where the schema of each list has its members. */
const places = {
  problems: ['problems', '/items/properties'],
  cases: ['problems', '/$defs/case/properties'],
  reasons: ['reasons', '/items/properties'],
  limits: ['limits', '/items/properties'],
  'demo-numbers': ['demo-numbers', '/items/properties'],
  clauses: ['clauses', '/additionalProperties/properties'],
} as const;

test.each(Object.entries(places))(
  'each member of %s that its schema allows has an impact',
  (list, [schema, at]) => {
    const { value } = readYamlFile(repositoryRoot, `spec/schemas/${schema}.schema.yaml`);
    const members = objectOf(valueAt(value, at));
    expect(Object.keys(members).length).toBeGreaterThan(1);
    expect(unjudgedMembers(list as CatalogueFile, members)).toEqual([]);
  },
);

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cascade-members-'));
  const isOurs = (path: string) =>
    !/node_modules|baseline|generated$/.test(path.slice(repositoryRoot.length));
  cpSync(join(repositoryRoot, 'spec'), join(root, 'spec'), { recursive: true, filter: isOurs });
});
afterEach(() => rmSync(root, { recursive: true }));

test('a member without an impact is refused, with its line and what to add', () => {
  const edit = (path: string, from: string, to: string) => {
    const text = readFileSync(join(root, path), 'utf8');
    expect(text).toContain(from);
    writeFileSync(join(root, path), text.replace(from, to));
  };
  edit('spec/schemas/problems.schema.yaml', '    retry:', '    severity: { type: string }\n    retry:');
  edit('spec/catalogue/problems.yaml', '  status: 400\n', '  status: 400\n  severity: high\n');
  expect(() => readCatalogue(root)).toThrow(
    /spec\/catalogue\/problems\.yaml:\d+:\d+: \/0\/severity: the gate does not know what a change of `severity` does to callers; add it to `problems` in tools\/evolution\/src\/member-impacts\.ts/,
  );
});

test.each([
  ['later', 'after-fix', 'major'],
  ['later', 'never', 'major'],
  ['after-fix', 'after-setup', 'major'],
  ['after-fix', 'used-before', 'major'],
  ['after-fix', 'later', 'minor'],
  ['never', 'later', 'minor'],
  ['never', 'after-fix', 'minor'],
] as const)('who did what %s says is served by %s: %s', (before, now, impact) => {
  expect(judgeMember('reasons', 'retry', before, now)).toMatchObject({
    impact,
    says: expect.stringMatching(`^\`${before}\` is now \`${now}\`: .`),
  });
});
