/** The address of a clause in a portal at the base address `docs`. */
export function clauseLink(docs: string, clause: string): string {
  return `${docs.replace(/\/?$/, '/')}clauses.html#${clause.replaceAll('/', '-')}`;
}
