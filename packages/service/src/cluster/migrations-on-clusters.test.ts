import { expect, test } from 'vitest';
import { ownMigrations, readFunctions, readMigrations } from '../store/read-migrations.ts';
import { allowedKinds, refusedKinds } from './testing/migration-kinds.ts';

test('the migrations and functions of the service work on a cluster', async () => {
  const files = [...(await readMigrations(ownMigrations)), ...(await readFunctions(ownMigrations))];
  expect(files.flatMap(({ path, sql }) => judgeMigration(path, sql))).toEqual([]);
});

test.each(Object.entries(allowedKinds))('a migration that %s is allowed', (_, sql) => {
  expect(judgeMigration('file', sql)).toEqual([]);
});

test.each(Object.entries(refusedKinds))('%s is refused', (_, { sql, line, says }) => {
  expect(judgeMigration('file', sql)).toEqual([expect.stringContaining(`file:${line}: ${says}`)]);
});

/** A statement of a migration, on one line, without comments, and the number of its first line. */
interface Statement {
  readonly text: string;
  readonly line: number;
}

/**
 * What keeps a migration from working on a cluster, each with the line. Citus refuses most of it, and does
 * some of it wrong without an error.
 */
function judgeMigration(file: string, sql: string): readonly string[] {
  return splitStatements(sql).flatMap(({ text, line }) => {
    const fault = faultOf(text);
    return fault === undefined ? [] : [`${file}:${line}: ${fault}`];
  });
}

function faultOf(text: string): string | undefined {
  const [, parts] = /^alter table (?:if exists )?(?:only )?cascade\.\w+ (.*)$/i.exec(text) ?? [];
  if (parts !== undefined) return faultOfParts(splitAtCommas(parts));
  return rules.find(({ matches }) => matches.test(text))?.says;
}

const rules: readonly { readonly matches: RegExp; readonly says: string }[] = [
  {
    matches: /^(?:select|with|values|table)\b/i,
    says: 'a result has no place in a migration: do $$ begin perform … end $$',
  },
  {
    matches: /^create (?:sequence|materialized view|(?:unlogged |temp(?:orary)? )?table [\w.]+ as)\b/i,
    says: 'Citus creates it on the coordinator alone, where replicas do not look for it',
  },
  {
    matches: /^create (?:or replace )?function .*\blanguage sql\b.*\bcascade\.\w+\b(?!\()/i,
    says: 'a function that uses tables must be in plpgsql: Citus cannot plan one in SQL that gets values',
  },
  {
    matches:
      /^create (?:or replace )?function .*\b(?:from|join|update|into|using) cascade\.(\w+)\b(?! (?:as )?\1\b).*(?<![.\w])\1\.\w/i,
    says: 'a table whose columns are named by it needs an alias, the same name: it has another one on a node',
  },
];

function faultOfParts(parts: readonly string[]): string | undefined {
  if (parts.length > 1 && parts.some((part) => /^add constraint\b/i.test(part)))
    return '"add constraint" must be the only part of its statement';
  for (const part of parts) {
    const fault = partRules.find(({ matches }) => matches.test(part))?.says;
    if (fault !== undefined) return fault;
    if (!knownPart.test(part)) return `Citus does not know this part of "alter table": ${part}`;
  }
  return undefined;
}

const partRules: typeof rules = [
  {
    matches: /^add column\b.*\b(?:(?:small|big)?serial|generated\b.*\bas identity)\b/i,
    says: 'a column of a table that exists cannot get numbers from a sequence',
  },
  {
    matches: /^add column\b.*\b(?:check|unique|primary key|references)\b/i,
    says: 'add the constraint of a new column in a statement of its own, with its name',
  },
  {
    matches: /^rename to\b/i,
    says: 'replicas use tables by the names that they had when they started: create a new table',
  },
];

const knownPart =
  /^(?:(?:add|drop) column|(?:add|drop|validate) constraint|rename column|alter column \w+ (?:(?:set|drop) (?:not null|default)|(?:set data )?type)|(?:re)?set \()/i;

function splitAtCommas(text: string): readonly string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop()}${character}`);
  }
  return parts.map((part) => part.trim());
}

/** Texts in quotes and bodies in dollars may contain semicolons and what looks like comments. */
const token = /--[^\n]*|(\$\w*\$).*?\1|'(?:[^']|'')*'|;|[^-$';]+|./gs;

function splitStatements(sql: string): readonly Statement[] {
  const statements: Statement[] = [];
  let text = '';
  let line = 1;
  let begin = 1;
  for (const [found] of sql.matchAll(token)) {
    const isComment = found.startsWith('--');
    if (found === ';') {
      statements.push({ text, line: begin });
      text = '';
    } else if (!isComment) {
      if (text.trim() === '') begin = line + (/^\s*/.exec(found)?.[0].split('\n').length ?? 1) - 1;
      text += found;
    }
    line += found.split('\n').length - 1;
  }
  return [...statements, { text, line: begin }].flatMap((statement) => {
    const onOneLine = statement.text.trim().replaceAll(/\s+/g, ' ');
    return onOneLine === '' ? [] : [{ text: onOneLine, line: statement.line }];
  });
}
