import { describe, expect, test } from 'vitest';
import { exceptions, findForbidden, importTarget, readWorkspace } from './find-forbidden.ts';
import { sourceFiles } from './read-imports.ts';

const workspace = readWorkspace();

test('every exception is still needed', () => {
  const needed = new Set(
    sourceFiles.flatMap(({ path, imports }) =>
      imports.map(({ specifier }) => `${path} ${importTarget(path, specifier)}`),
    ),
  );
  expect(exceptions.filter(({ path, target }) => !needed.has(`${path} ${target}`))).toEqual([]);
});

describe('an import is forbidden', () => {
  const faultsOf = (path: string, specifier: string) =>
    findForbidden([{ path, imports: [{ specifier, line: 7 }] }], workspace, exceptions);

  test.each([
    ['a package of ours against the direction', 'packages/types/src/a.ts', '@cascade/validator'],
    ['the service in the verifier', 'packages/verifier/src/a.ts', '@cascade/service'],
    ['the mock in the verifier', 'packages/verifier/src/phases/a.ts', '@cascade/mock'],
    ['the verifier in the service', 'packages/service/src/a.ts', '@cascade/verifier'],
    ['the verifier in a test of the service', 'packages/service/src/a.test.ts', '@cascade/verifier'],
    ['the verifier in a test of the mock', 'packages/mock/test/a.test.ts', '@cascade/verifier'],
    ['the service in the docs', 'packages/docs/src/a.ts', '@cascade/service'],
    ['a tool at run time', 'packages/service/src/a.ts', '@cascade/contract'],
    ['a package that the manifest does not name', 'packages/types/src/a.ts', 'left-pad'],
    ['a package that only tests have', 'packages/service/src/a.ts', 'vitest'],
    ['a package that the manifest does not name, in a test', 'packages/types/src/a.test.ts', 'left-pad'],
    ['a package that the manifest of a tool does not name', 'tools/trials/src/pack/a.ts', 'left-pad'],
    ['a path into another package', 'packages/docs/src/a/b.ts', '../../../verifier/mutants/index.ts'],
    [
      'a path into another package, from a test',
      'packages/docs/test/a.ts',
      '../../verifier/mutants/index.ts',
    ],
    ['a path into a tool', 'packages/mock/src/a.ts', '../../../tools/contract/src/index.ts'],
    ['a test in a run-time file', 'packages/service/src/a.ts', './testing/b.ts'],
  ])('%s', (_, path, specifier) => {
    const faults = faultsOf(path, specifier);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(`${path}:7: imports ${specifier}: `);
  });

  test.each([
    ['a package of ours in the direction', 'packages/validator/src/a.ts', '@cascade/types/advice'],
    ['a dependency', 'packages/service/src/a.ts', 'pg'],
    ['a part of Node', 'packages/service/src/a.ts', 'node:fs'],
    ['the package itself by name', 'packages/client/src/a.ts', '@cascade/client'],
    ['a tool in a test', 'packages/service/test/a.ts', '@cascade/contract'],
    ['a data file of the package', 'packages/service/src/a.ts', '../demo/accounts.yaml'],
    ['a test kit in a test', 'packages/service/src/a.test.ts', './testing/b.ts'],
  ])('not: %s', (_, path, specifier) => {
    expect(faultsOf(path, specifier)).toEqual([]);
  });
});
