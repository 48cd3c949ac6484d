import { expect, test } from 'vitest';
import { databaseOf } from './database-of.ts';
import { UsageError } from './options.ts';

const from = (DATABASE_URL?: string, options: Parameters<typeof databaseOf>[0] = {}) =>
  databaseOf(options, { environment: { DATABASE_URL } });

test.each([
  'postgresql://cascade:secret@db.example.test:5432/cascade?sslmode=verify-full',
  'postgres://one.example.test:5432,two.example.test:5432/cascade',
  'socket:/run/postgresql?db=cascade',
  '/run/postgresql cascade',
  '',
])('takes %j', (databaseUrl) => {
  expect(from(databaseUrl)).toEqual({ databaseUrl });
});

test('--data wins over the environment, --database-url too, and both exclude each other', () => {
  expect(from('foo', { data: 'folder' })).toEqual({ dataFolder: 'folder' });
  expect(from('foo', { databaseUrl: 'postgresql://x/y' })).toEqual({ databaseUrl: 'postgresql://x/y' });
  expect(() => from('', { data: 'x', databaseUrl: 'postgresql://x/y' })).toThrow(UsageError);
});

test.each([
  'foo',
  'db.example.test:5432/cascade',
  'https://secret@host/',
  ' postgresql://x/y',
  'mysql://x/y',
])('refuses %j, names the variable or the option, and shows no password', (url) => {
  const message =
    /^The variable DATABASE_URL is not the URL .* Expected postgresql:\/\/user:password@host:5432\/database/;
  expect(() => from(url)).toThrow(message);
  expect(() => from('', { databaseUrl: url })).toThrow(/^--database-url is not the URL/);
  expect(() => from(url)).not.toThrow('secret');
});
