import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { edited } from '../index.ts';
import { generate } from './generate.ts';
import { copyInputs } from './mistakes/try-mistakes.ts';

const catalogue = 'spec/catalogue/problems.yaml';
const checks = 'spec/catalogue/checks.yaml';
const scenario = 'spec/scenarios/subscriber-opted-out.yaml';

const entry = `
- code: subscriber-opted-out
  status: 451
  after: 4
  provenance: assumed
  decision: ADR-0011
  cause: 'The subscriber wants no messages.'
  fix: 'Take the subscriber off the list.'
  retry: after-fix
  advice: 'Nothing was scheduled.'
  cases:
    - name: subscriber-opted-out
      summary: 'A subscriber who wants no messages'
      state: 'The mock shows it on demand.'
      request:
        headers: { prefer: 'code=451, example=subscriber-opted-out' }
        body:
          requestId: '00000000-0000-4000-8000-000000000099'
          cascadeId: 2002
          subscriberFilter: { address: '+12025550100', type: PHONE }
          content: { smsContent: { contentType: TEXT, text: Code 4821 } }
      neighbour:
        says: 'Send it without asking for this answer.'
        op: remove
        path: '/headers/prefer'
`;
const check = `
- id: consent
  name: consent
  says: 'The subscriber takes messages.'
  of: schedulings
  decision: ADR-0011
  codes: [subscriber-opted-out]

`.trimStart();
const behaviour = `
says: A message to a subscriber who wants none is refused.
phase: vectors
clauses: [7/codes-grow]
given: { base: text on SMS }
when: { headers: { prefer: 'code=451, example=subscriber-opted-out' } }
then: { codes: [subscriber-opted-out] }
`.trimStart();

test('a code takes its entry, its place among the checks and its scenario: a response of its status and the rest are generated, and pass the lint', {
  timeout: 60_000,
}, async () => {
  using copy = copyInputs();
  const { root } = copy;
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const byHand = globSync('spec/**/*.yaml', { cwd: root }).filter((path) => !path.includes('generated'));
  const before = new Map(byHand.map((path) => [path, read(path)]));
  writeFileSync(join(root, catalogue), read(catalogue) + entry);
  writeFileSync(join(root, checks), edited(read(checks), '- id: rule-5\n', `${check}- id: rule-5\n`));
  writeFileSync(join(root, scenario), behaviour);

  const { changed } = await generate({ source: root, root });
  expect(changed).toContain('packages/types/src/generated/catalogue.ts');
  const operation = 'spec/openapi/paths/api_cascade_schedule.yaml';
  const response = 'spec/openapi/components/responses/UnavailableForLegalReasons.yaml';
  const changedByHand = [...before].filter(([path, text]) => read(path) !== text).map(([path]) => path);
  expect(changedByHand.toSorted()).toEqual([checks, catalogue, operation]);
  expect(read(operation)).toContain(
    `    '451':\n      $ref: ../components/responses/UnavailableForLegalReasons.yaml\n    '500':`,
  );
  expect(changed).toContain(response);
  expect((await generate({ source: root, root, check: true })).changed).toEqual([]);
});
