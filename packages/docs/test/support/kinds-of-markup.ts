import { readHtml } from '../../src/testing/read-html.ts';
import { type Element, elementsOf, type PageNode, voidElements } from '../../src/tree/nodes.ts';

/**
 * What an accessibility rule can tell apart in the markup of a page: each element with its classes, role and
 * the names of its attributes, in the element around it, and whether it is empty.
 */
export function kindsOfMarkup(page: string): ReadonlySet<string> {
  const kinds = new Set<string>();
  const visit = (nodes: readonly PageNode[], around: string) => {
    for (const element of elementsOf(nodes)) {
      const isEmpty = element.children.length === 0 && !voidElements.has(element.tag);
      const kind = element.tag + attributesOf(element) + (isEmpty ? ' (empty)' : '');
      kinds.add(`${around} > ${kind}`);
      visit(element.children, kind);
    }
  };
  visit(readHtml(page), '');
  return kinds;
}

/** What is hidden by a switch is markup like any other. */
const switches = /^(?:with-assumed|without-assumed)$/;

function attributesOf({ attributes }: Element): string {
  const pairs = [...attributes].map(([name, value]) => {
    if (name !== 'class') return name === 'role' ? `[role=${value}]` : `[${name}]`;
    const classes = String(value)
      .split(' ')
      .filter((one) => !switches.test(one));
    return classes.length === 0 ? '' : `[class=${classes.join(' ')}]`;
  });
  return pairs.toSorted().join('');
}

/** The fewest pages, found greedily, which together have every kind of markup that occurs on any of them. */
export function pagesOfEveryKind(pages: ReadonlyMap<string, string>): readonly string[] {
  const rest = new Map([...pages].map(([name, page]) => [name, new Set(kindsOfMarkup(page))]));
  const chosen: string[] = [];
  for (;;) {
    const [best] = [...rest].toSorted(([, a], [, b]) => b.size - a.size);
    if (best === undefined || best[1].size === 0) return chosen;
    const [name, kinds] = best;
    chosen.push(name);
    rest.delete(name);
    for (const other of rest.values()) for (const kind of kinds) other.delete(kind);
  }
}
