import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from '@cascade/contract';
import { expect, onTestFinished, test } from 'vitest';

const catalogue = 'spec/catalogue/problems.yaml';
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
const behaviour = `
says: A message to a subscriber who wants none is refused.
phase: vectors
clauses: [7/codes-grow]
given: { base: text on SMS }
when: { headers: { prefer: 'code=451, example=subscriber-opted-out' } }
then: { codes: [subscriber-opted-out] }
`.trimStart();

/** The contract, the tools that generate from it and the packages that they need, in another folder. */
function makeCopy(): string {
  const root = mkdtempSync(join(tmpdir(), 'cascade-recipe-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const tools = ['bundle', 'contract', 'generate', 'spec-rules'].map((name) => `tools/${name}`);
  for (const path of [
    'package.json',
    'spec',
    'packages/docs/guides',
    'packages/service/demo',
    'packages/service/src/config',
    'packages/yaml-file',
    'packages/verifier',
    ...tools,
  ])
    cpSync(join(repositoryRoot, path), join(root, path), { recursive: true, verbatimSymlinks: true });
  symlinkSync(join(repositoryRoot, 'node_modules'), join(root, 'node_modules'));
  return root;
}

/** Runs a program of the copy on our Node. */
function run(root: string, folder: string, ...args: readonly string[]): string {
  return execFileSync(process.execPath, args, { cwd: join(root, folder), encoding: 'utf8', stdio: 'pipe' });
}

test('a code takes its entry and its scenario: a response of its status and the rest are generated, and pass the lint', {
  timeout: 180_000,
}, () => {
  const root = makeCopy();
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const byHand = globSync('spec/**/*.yaml', { cwd: root }).filter((path) => !path.includes('generated'));
  const before = new Map(byHand.map((path) => [path, read(path)]));
  writeFileSync(join(root, catalogue), read(catalogue) + entry);
  writeFileSync(join(root, scenario), behaviour);

  const written = run(root, '.', 'tools/generate/src/cli.ts');
  expect(written).toContain('packages/types/src/generated/catalogue.ts');
  const operation = 'spec/openapi/paths/api_cascade_schedule.yaml';
  const response = 'spec/openapi/components/responses/UnavailableForLegalReasons.yaml';
  const changed = [...before].filter(([path, text]) => read(path) !== text).map(([path]) => path);
  expect(changed.toSorted()).toEqual([catalogue, operation]);
  expect(read(operation)).toContain(
    `    '451':\n      $ref: ../components/responses/UnavailableForLegalReasons.yaml\n    '500':`,
  );
  expect(written).toContain(`  ${response}\n`);
  run(root, 'spec', 'node_modules/@redocly/cli/bin/cli.js', 'lint', 'openapi', '--config', 'redocly.yaml');
});
