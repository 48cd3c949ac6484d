import { readYamlFile, repositoryRoot } from '@cascade/contract';
import { expect, test } from 'vitest';
import { lenientSwitches, strict } from './reading.ts';

test('the accounts file has exactly the switches', () => {
  const found = findLenient(readYamlFile(repositoryRoot, 'spec/schemas/accounts.schema.yaml').value);
  expect(found).toBeDefined();
  expect(Object.keys(Object(found).properties)).toEqual(Object.keys(lenientSwitches));
});

test('all switches are off in a strict account', () => {
  expect(strict).toEqual(Object.fromEntries(Object.keys(lenientSwitches).map((name) => [name, false])));
});

/** The schema of the member `lenient`, wherever the file has it. */
function findLenient(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const { properties } = value as { properties?: { lenient?: unknown } };
  return properties?.lenient ?? Object.values(value).map(findLenient).find(Boolean);
}
