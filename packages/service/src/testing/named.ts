import { type Statement, statement } from '../store/prepared.ts';

/** SQL of a test, which names the tables as on one PostgreSQL, for the tables of any pool. */
export function named(sql: string, values: readonly unknown[] = []): Statement {
  return statement((t) => {
    const others: ReadonlyMap<string, string> = new Map(Object.entries(t));
    return sql
      .replaceAll(/\bcascade\.(\w+)/g, (_, name) => others.get(name) ?? `${t.schema}.${name}`)
      .replaceAll(/\bschema cascade\b|'cascade'(?=::regnamespace)/gi, (found) =>
        found.replace('cascade', t.schema),
      );
  }, values);
}
