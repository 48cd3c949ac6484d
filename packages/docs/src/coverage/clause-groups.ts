import { type Clause, readText, repositoryRoot } from '@cascade/contract';

/** The clauses of one section of the source. */
export interface ClauseGroup {
  /** The number of the section: `4.1`. */
  readonly id: string;
  readonly title: string;
  readonly clauses: readonly Clause[];
}

/** The section that a clause belongs to: `4.1` of `4.1/rule-1`. */
export function groupOf(clause: string): string {
  return clause.split('/', 1)[0] ?? clause;
}

/**
 * The clauses by section, in the order of the source. The titles are the headings of clauses.yaml.
 * @throws {Error} if a section has no heading there.
 */
export function clauseGroups(clauses: ReadonlyMap<string, Clause>): readonly ClauseGroup[] {
  const text = readText(repositoryRoot, 'spec/clauses.yaml');
  const titles = new Map([...text.matchAll(/^# §([\d.]+) (.+)$/gm)].map(([, id, title]) => [id, title]));
  const groups = Map.groupBy(clauses.values(), ({ id }) => groupOf(id));
  return [...groups].map(([id, members]) => {
    const title = titles.get(id);
    if (title === undefined) throw new Error(`spec/clauses.yaml: section ${id} has no heading # §${id} …`);
    return { id, title, clauses: members };
  });
}

/**
 * The anchor of a clause on its page. The slash of the id is replaced, so that the anchor is easy to type.
 */
export function anchorOf(clause: string): string {
  return clause.replace('/', '-');
}
