import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { broken, elsewhere, lines } from '../../testing/broken-files.ts';
import { AccountsFileError, parseAccounts, readAccountsFile } from './read-accounts-file.ts';

const sample = fileURLToPath(import.meta.resolve('@cascade/spec/samples/provider.yaml'));
const demo = fileURLToPath(new URL('../../../demo/accounts.yaml', import.meta.url));
const now = new Date('2026-06-01T00:00:00Z');

const a = '/accounts/0';

describe('a broken file', () => {
  test.each(broken)('with %s', (name, line, text, pointer, message) => {
    const [fault, ...others] = faultsOf(lines.with(line - 1, text).join('\n'));
    const place = { file: 'accounts.yaml', line: elsewhere[name] ?? line, column: expect.any(Number) };
    expect(fault).toEqual({ ...place, pointer, message });
    // Both stages of the channel lack the price.
    expect(others).toHaveLength(name === 'a stage without a price' ? 1 : 0);
  });

  test('shows all faults at once, in the order of the file', () => {
    const text = lines
      .with(5, '    balance: -1')
      .with(12, '            channel: FAX')
      .with(29, '  - name: one')
      .join('\n');
    expect(faultsOf(text).map(({ line, pointer }) => [line, pointer])).toEqual([
      [6, `${a}/balance`],
      [13, `${a}/cascades/0/stages/0/channel`],
      [30, '/accounts/1/name'],
    ]);
  });

  test('has the line of what an alias stands for', () => {
    const text = `accounts:
  - { name: a, keys: [], prices: &prices { SMS: free }, cascades: [] }
  - name: b
    keys: []
    prices: *prices
    cascades: []
`;
    expect(faultsOf(text).map(({ line, pointer }) => [line, pointer])).toEqual([
      [2, '/accounts/0/prices/SMS'],
      [2, '/accounts/1/prices/SMS'],
    ]);
  });

  test.each([
    ['', 1, 1, '', 'expected an object, found null'],
    ['accounts: []', 1, 1, '/accounts', 'expected at least 1 item, found 0'],
    ['accounts:\n  - name: one\n   keys: []', 3, 1, '', expect.stringMatching(/^invalid YAML: /)],
    ['accounts:\n  - *other', 2, 5, '', 'alias *other is not defined; expected an anchor &other above'],
    ['accounts: 1\naccounts: 2', 2, 1, '', 'duplicate field accounts (first at line 1)'],
  ])('%j', (text, line, column, pointer, message) => {
    expect(faultsOf(text)[0]).toEqual({ file: 'accounts.yaml', line, column, pointer, message });
  });

  test('never shows a key or a secret', () => {
    const texts = broken.map(([, line, text]) => lines.with(line - 1, text).join('\n'));
    const misplaced = ['    keys: secret-1', '    keys: [[secret-1]]', '    keys: [{ hash: secret-1 }]'];
    texts.push(...misplaced.map((text) => `accounts:\n  - name: a\n${text}`));
    texts.push(
      'accounts:\n  - name: a\n    callback: { secrets: secret-2 }',
      'accounts: [{ keys: [secret-1] ]',
    );
    for (const text of texts) expect(messageOf(text)).not.toMatch(/secret-\d|c2VjcmV0/);
  });

  test('that is not there', async () => {
    await expect(readAccountsFile('/nowhere/accounts.yaml')).rejects.toThrow(
      '/nowhere/accounts.yaml:1:1: file not found',
    );
  });
});

describe('a good file', () => {
  test('is the one above', () => {
    expect(parseAccounts(lines.join('\n'), 'accounts.yaml', now).accounts.map(({ name }) => name)).toEqual([
      'one',
      'two',
    ]);
  });

  test('is the sample of the contract, and the demo has all of it', async () => {
    const { accounts } = await readAccountsFile(demo);
    for (const { keys, ...account } of (await readAccountsFile(sample)).accounts) {
      const same = accounts.find(({ name }) => name === account.name);
      expect(same).toMatchObject(account);
      expect(same?.keys).toEqual(keys.map((key) => ({ ...key, label: expect.any(String) })));
    }
  });

  test('takes two valid keys beside expired ones', () => {
    const text = readFileSync(sample, 'utf8').replace(
      '- key: demo-key\n',
      '- key: demo-key\n      - key: second\n',
    );
    expect(parseAccounts(text, 'accounts.yaml', now).accounts[0]?.keys).toHaveLength(3);
  });
});

function faultsOf(text: string): AccountsFileError['faults'] {
  return errorOf(text).faults;
}

function messageOf(text: string): string {
  return errorOf(text).message;
}

function errorOf(text: string): AccountsFileError {
  try {
    parseAccounts(text, 'accounts.yaml', now);
  } catch (error) {
    if (error instanceof AccountsFileError) return error;
    throw error;
  }
  throw new Error('the file is not broken');
}
