import { describe, expect, test } from 'vitest';
import { withTestDatabase } from '../testing/test-database.ts';

const database = withTestDatabase();
const read = async (expression: string) => {
  const { rows } = await database.pool.query(`select ${expression} as value`);
  return rows[0].value;
};

describe('bigint', () => {
  test.each([
    ['9007199254740991::bigint', Number.MAX_SAFE_INTEGER],
    ['-9007199254740991::bigint', Number.MIN_SAFE_INTEGER],
    ['null::bigint', null],
    ["'{1,NULL,-2}'::bigint[]", [1, null, -2]],
    ["'{}'::bigint[]", []],
    ['null::bigint[]', null],
  ])('%s is read as a number', async (expression, expected) => {
    expect(await read(expression)).toEqual(expected);
  });

  test.each(['9007199254740992::bigint', "'{1,9007199254740992}'::bigint[]", "'{{1},{2}}'::bigint[]"])(
    '%s fails its query, and the connection goes on',
    async (expression) => {
      await expect(read(expression)).rejects.toThrow(RangeError);
      expect(await read('1::bigint')).toBe(1);
    },
  );
});
