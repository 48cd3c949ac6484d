import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../index.ts';
import { kitsOf } from './kits.ts';

const sample = join(repositoryRoot, 'packages/kits/catalogue-sample.yaml');

test('the catalogue of another API gives each language its codes, in its own package', () => {
  const written = new Map(kitsOf(sample).map(({ path, text }) => [path, text]));
  expect(written.get('python/pay_kit/problems.py')).toContain(
    'class CardDeclined(Problem, code="card_declined"):',
  );
  expect(written.get('go/codes.go')).toMatch(/^package pay$[\s\S]*CardDeclined Code = "card_declined"/m);
  expect(written.get('java/src/main/java/example/pay/ProblemCode.java')).toContain(
    'CARD_DECLINED("card_declined")',
  );
  expect(written.get('java/src/main/java/example/pay/Facts.java')).toContain('package example.pay;');
  expect(written.get('php/src/ProblemCode.php')).toMatch(
    /^namespace Pay;$[\s\S]*CardDeclined = 'card_declined'/m,
  );
  expect(written.get('rust/src/codes.rs')).toContain('CardDeclined = "card_declined"');
  const { problems } = JSON.parse(written.get('go/catalogue.json') ?? '');
  expect(problems[0]).toMatchObject({ name: 'card_declined', names: ['card_declined'], status: 402 });
});

test('a deviation from the form is refused with its place', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'kits-')), 'shop.yaml');
  writeFileSync(file, readFileSync(sample, 'utf8').replace('retry: after-fix', 'retry: after-fixing'));
  expect(() => kitsOf(file)).toThrow(/shop\.yaml:10.*after-fix/);
});

test('the templates of all languages have at most 1,200 lines', () => {
  const lines = readFileSync(new URL('kits.ts', import.meta.url), 'utf8').split('\n');
  expect(lines.length).toBeLessThanOrEqual(1_200);
});
