import { type Statement, statementOf } from '../store/tables.ts';

/** SQL of a test, which names the tables as on one PostgreSQL, for the tables of any pool. */
export function named(text: string): Statement {
  return statementOf((names) => {
    const others: ReadonlyMap<string, string> = new Map(Object.entries(names));
    return text
      .replaceAll(/\bcascade\.(\w+)/g, (_, name) => others.get(name) ?? `${names.schema}.${name}`)
      .replaceAll(/\bschema cascade\b|'cascade'(?=::regnamespace)/gi, (found) =>
        found.replace('cascade', names.schema),
      );
  });
}
