import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('..', import.meta.url));

/** What Citus refuses, or crashes on, in a statement that writes to a table of a shard. */
const refused: readonly (readonly [form: string, pattern: RegExp, example: string])[] = [
  [
    'a clock in a coalesce or case that an update sets',
    /\bset\b(?:(?!\bfrom\b|\bwhere\b|\bselect\b|`).)*?(?:\bcoalesce\([^()]*|\bcase\b(?:(?!\bend\b).)*?)\bnow\(\)/gs,
    'update cascade.t set at = coalesce(t.at, now()) where id = $1',
  ],
  [
    'a column that an update sets to a slice',
    /\bset\b(?:(?!\bfrom\b|\bwhere\b|`).)*?= \([^=]*\)\s*\[[^\]]*:[^\]]*\](?=,|\s)/gs,
    'update cascade.t set tries = (t.tries || $1)[2:] where id = $1',
  ],
  [
    'a function with effects in what a write returns',
    /\breturning\b(?:(?!`|\)\s*select\b|\), \w+ as ).)*?\b(?:pg_notify|clock_timestamp|now)\(/gs,
    "update cascade.t set at = null returning id, pg_notify('c', 'p')",
  ],
  [
    'an insert of what is selected from another table of the shard',
    /\binsert into \$\{t\.\w+\} \([^()]*\)\s*select\b(?:(?!\bfrom\b|`).)*?\bfrom \$\{t\./gs,
    `insert into \${t.due} (a) select id from \${t.accounts}`,
  ],
  [
    'an update that adds to a time of the table',
    /\bset (?:(?!\bfrom\b|\bwhere\b|`).)*?(?<!'UTC') [+-] [^`,]*?\binterval '/gs,
    "update cascade.t set at = at + interval '1 second'",
  ],
  [
    'a column that is named by its table, which has another name on a node: it needs an alias',
    /(?:\bfrom|\bjoin|\bupdate|\binto|\busing) \$\{t\.(\w+)\}(?! (?:as )?\1\b)(?:(?!`).)*?(?<![.\w])\1\./gs,
    `select due.id from \${t.due} where due.id = $1`,
  ],
  [
    'a table in the schema of one PostgreSQL: each shard has its own',
    /\b(?:from|join|update|into|using) cascade\.\w+/g,
    'select from cascade.due',
  ],
];

test.each(refused)('no statement has %s', async (_form, pattern, example) => {
  expect(example.match(pattern)).not.toBeNull();
  const found: string[] = [];
  for await (const file of glob('**/*.ts', { cwd: source, exclude: (name) => name === 'testing' })) {
    if (file.endsWith('.test.ts')) continue;
    const text = readFileSync(`${source}/${file}`, 'utf8');
    for (const [statement] of text.matchAll(pattern)) found.push(`${file}: ${statement}`);
  }
  expect(found).toEqual([]);
});
