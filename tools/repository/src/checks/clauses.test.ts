import { clausePlaces, readContract, readText, readYamlFile, repositoryRoot } from '@cascade/contract';
import { expect, test } from 'vitest';
import { trackedFiles } from './tracked-files.ts';

const { clauses, decisions } = readContract();
const bundle = (name: string) => readYamlFile(repositoryRoot, `spec/generated/${name}-annotated.yaml`).value;
const places = clausePlaces({ openapi: bundle('openapi'), asyncapi: bundle('asyncapi') });

test('every clause that the source shows has a place in the descriptions', () => {
  const shown = [...clauses.values()].filter(({ kind }) => kind !== 'not-shown').map(({ id }) => id);
  expect(shown.filter((id) => !places.has(id))).toEqual([]);
});

test('every place names a clause that the source shows', () => {
  const shown = (id: string) => clauses.has(id) && clauses.get(id)?.kind !== 'not-shown';
  expect([...places.keys()].filter((id) => !shown(id))).toEqual([]);
});

test('every clause that is not shown has a decision', () => {
  const decided = new Set(decisions.flatMap((decision) => decision.clauses));
  const open = [...clauses.values()].filter(({ kind }) => kind === 'not-shown').map(({ id }) => id);
  expect(open.filter((id) => !decided.has(id))).toEqual([]);
});

test('every decision is cited by a node or an entry of the catalogue', () => {
  const cited = new Set(
    trackedFiles()
      .filter((path) => /^spec\/(openapi|asyncapi|gateway|mock|catalogue)\/.*\.yaml$/.test(path))
      .flatMap((path) => readText(repositoryRoot, path).match(/ADR-\d{4}/g) ?? []),
  );
  expect(decisions.map(({ id }) => id).filter((id) => !cited.has(id))).toEqual([]);
});
