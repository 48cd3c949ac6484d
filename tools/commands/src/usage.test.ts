import { expect, test } from 'vitest';
import { parseOptions } from './usage.ts';

const options = { force: { type: 'boolean' } } as const;

test('known options are read', () => {
  expect(parseOptions(['--', '--force'], options)).toMatchObject({ values: { force: true } });
});

test('an unknown option is a fault that names it', () => {
  expect(parseOptions(['--fast'], options)).toMatchObject({ fault: expect.stringContaining('--fast') });
});
