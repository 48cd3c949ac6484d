import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repositoryRoot } from '../index.ts';
import { type GenerateResult, generate } from './generate.ts';
import { copyInputs } from './mistakes/try-mistakes.ts';

const empty = mkdtempSync(join(tmpdir(), 'cascade-generate-'));
let checked: GenerateResult;

beforeAll(async () => {
  checked = await generate({ root: empty, check: true });
});

afterAll(() => rmSync(empty, { recursive: true }));

test('a check writes nothing and names every file that is missing', () => {
  expect(readdirSync(empty)).toEqual([]);
  expect(checked.changed).toHaveLength(checked.files);
});

test('writes the bytes of this repository, and removes left-overs', async () => {
  const leftover = join(empty, 'spec/generated/of-an-earlier-time.yaml');
  mkdirSync(join(empty, 'spec/generated'), { recursive: true });
  writeFileSync(leftover, 'old: true\n');
  const written = await generate({ root: empty });
  expect(written.changed).toContain('spec/generated/of-an-earlier-time.yaml');
  expect(existsSync(leftover)).toBe(false);
  for (const path of checked.changed) {
    expect(readFileSync(join(empty, path), 'utf8'), path).toBe(
      readFileSync(join(repositoryRoot, path), 'utf8'),
    );
  }
  const file = join(empty, 'spec/generated/decisions.md');
  writeFileSync(file, `${readFileSync(file, 'utf8')}by hand\n`);
  expect((await generate({ root: empty, check: true })).changed).toEqual(['spec/generated/decisions.md']);
});

test('a check names what every step would change, though each step reads what the one before it wrote', async () => {
  using copy = copyInputs();
  const summary = {
    file: 'catalogue/problems.yaml',
    from: "summary: 'A request id that was used before'",
    to: "summary: 'A request id of an earlier message'",
  };
  const { changed } = await copy.with(summary, () => generate({ source: copy.root, check: true }));
  expect(changed).toEqual([
    'spec/openapi/components/examples/generated/requestId-is-not-unique.yaml',
    'spec/generated/openapi-annotated.yaml',
    'spec/generated/openapi.yaml',
    'spec/vectors/generated/requests.json',
  ]);
});

test('a description that says otherwise than the source is refused, with the words of the clause', async () => {
  using copy = copyInputs();
  const otherOrder = {
    file: 'openapi/paths/api_cascade_schedule.yaml',
    from: '1. `requestId` is new.',
    to: '1. The balance suffices.',
  };
  const refused = copy.with(otherOrder, () => generate({ source: copy.root, check: true }));
  await expect(refused).rejects.toThrow(
    'The source says 1. `requestId` is new, §4.1 (rule-1): «1. The requestId must be unique.» Found ',
  );
});

test('a wrong contract is refused before anything is written', async () => {
  const untouched = mkdtempSync(join(tmpdir(), 'cascade-refused-'));
  using copy = copyInputs();
  const folded = {
    file: 'openapi/components/schemas/SchedulingRequest.yaml',
    from: '  - requestId\n  - cascadeId',
    to: '  - requestId\n    - cascadeId',
  };
  const refused = copy.with(folded, () => generate({ source: copy.root, root: untouched }));
  await expect(refused).rejects.toThrow(
    'spec/openapi/components/schemas/SchedulingRequest.yaml:6:5: /required/0: required names no property',
  );
  const broken = { file: folded.file, from: '$ref: Content.yaml', to: '$ref: Contents.yaml' };
  const unbundled = copy.with(broken, () => generate({ source: copy.root, root: untouched }));
  await expect(unbundled).rejects.toThrow('found no Contents.yaml; did you mean Content.yaml?');
  expect(readdirSync(untouched)).toEqual([]);
  rmSync(untouched, { recursive: true });
});
