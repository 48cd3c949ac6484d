/** Elements without an end tag. */
const empty = new Set([
  'meta',
  'link',
  'input',
  'br',
  'wbr',
  'img',
  'hr',
  'path',
  'rect',
  'circle',
  'source',
]);
const tag = /<(\/?)([a-z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*(\/?)>/g;

/**
 * What an accessibility rule can tell apart in the markup of a page: each element with its classes, role and the names
 * of its attributes, in the element around it, and whether it is empty. The pages are well-formed, since `html` builds them.
 */
export function kindsOfMarkup(page: string): ReadonlySet<string> {
  const kinds = new Set<string>();
  const open: string[] = [];
  // What is hidden by a switch is markup like any other.
  const markup = page
    .replaceAll(/<(script|style)\b[^>]*>.*?<\/\1>/gs, '')
    .replaceAll(/ class="(?:with-assumed|documented-only)"| (?:with-assumed|documented-only)(?=[" ])/g, '');
  for (const { 0: whole, 1: isEnd, 2: name = '', 3: attributes = '', 4: isClosed, index } of markup.matchAll(
    tag,
  )) {
    if (isEnd === '/') {
      open.pop();
      continue;
    }
    const isEmpty = markup.startsWith(`</${name}>`, index + whole.length);
    const kind = name + attributesOf(attributes) + (isEmpty ? ' (empty)' : '');
    kinds.add(`${open.at(-1) ?? ''} > ${kind}`);
    if (isClosed !== '/' && !empty.has(name)) open.push(kind);
  }
  return kinds;
}

function attributesOf(text: string): string {
  const pairs = [...text.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)];
  const isTold = (name: string) => name === 'class' || name === 'role';
  return pairs
    .map(([, name = '', value = '']) => `[${isTold(name) ? `${name}=${value}` : name}]`)
    .toSorted()
    .join('');
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
