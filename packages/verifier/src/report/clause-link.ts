/** Where `cascade-docs` serves the documentation of the contract, unless told otherwise. */
export const defaultDocs = 'http://127.0.0.1:4011/';

/** The address of a clause in the documentation. */
export function clauseLink(docs: string, clause: string): string {
  return `${docs.replace(/\/?$/, '/')}clauses.html#${clause.replaceAll('/', '-')}`;
}
