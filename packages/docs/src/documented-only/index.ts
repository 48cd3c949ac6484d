import { posix } from 'node:path';
import type { Page } from '../layout/page.ts';
import { type Element, hasClass, type MarkupNode, readMarkup, writeMarkup } from '../markup.ts';
import type { SearchEntry } from '../search/entry.ts';
import { assumedNames, type NameSources } from './assumed-names.ts';
import { createDocumentedText } from './documented-text.ts';
import { hideNames } from './hide-names.ts';
import { type Hiding, hide, isHidden } from './hiding.ts';
import { createMemberFilter } from './without-assumed-members.ts';

/** What is known of the names, and the description that the bodies of samples have their schemas from. */
export type AssumedSources = NameSources & { readonly openapi: unknown };

/**
 * Marks in rendered pages what *Documented only* hides: all that has the name of an assumed member, header, value, code
 * or path. Pages about the assumptions themselves stay as they are.
 */
export function hideAssumed(
  rendered: ReadonlyMap<string, string>,
  pages: readonly Page[],
  sources: AssumedSources,
): ReadonlyMap<string, string> {
  const names = assumedNames(sources);
  const documentedText = createDocumentedText(names, createMemberFilter(sources.openapi, names));
  const assumed = new Set(
    pages.filter(({ isAssumed, title }) => isAssumed || names.isIn(title)).map(({ file }) => file),
  );
  const hidingOn = (file: string): Hiding => ({
    names,
    documentedText,
    leadsToAssumed: (href) => assumed.has(posix.join(posix.dirname(file), href.split('#', 1)[0] ?? '')),
  });
  return new Map(
    pages.map((page) => {
      const text = rendered.get(page.file) ?? '';
      return [
        page.file,
        page.showsAssumed ? text : hideOn(text, assumed.has(page.file), hidingOn(page.file)),
      ];
    }),
  );
}

/** Marks the entries of the search whose words have such a name, too. */
export function markEntries(entries: readonly SearchEntry[], sources: NameSources): readonly SearchEntry[] {
  const names = assumedNames(sources);
  return entries.map((entry) =>
    names.isCode(entry.name) || names.isIn(`${entry.name} ${entry.text}`)
      ? { ...entry, isAssumed: true }
      : entry,
  );
}

function hideOn(text: string, isWhole: boolean, hiding: Hiding): string {
  const [start, end] = [text.indexOf('<body'), text.indexOf('</body>') + '</body>'.length];
  const nodes = readMarkup(text.slice(start, end));
  const all = elementsIn(nodes);
  const main = all.find(({ tag }) => tag === 'main');
  if (isWhole && main !== undefined) hideWhole(main);
  hideNames(nodes, hiding);
  const gone = new Set(all.filter(isHidden).flatMap((one) => elementsIn([one]).map(idOf)));
  const contents = all.find((one) => one.tag === 'nav' && hasClass(one, 'toc'));
  for (const entry of elementsIn(contents?.children ?? []))
    if (entry.tag === 'li' && gone.has(anchorOf(entry))) hide(entry);
  if (isWhole && contents !== undefined) hide(contents);
  if (isWhole) main?.children.push(...readMarkup(note));
  return text.slice(0, start) + writeMarkup(nodes) + text.slice(end);
}

function hideWhole(main: Element): void {
  for (const child of main.children)
    if (typeof child === 'object' && !hasClass(child, 'neighbours')) hide(child);
}

/** What a page says of which everything is assumed. */
const note =
  '<div class="documented-only"><h1>Assumed</h1><p>The source document says nothing of what this page describes.</p></div>';

function elementsIn(nodes: readonly MarkupNode[]): readonly Element[] {
  return nodes.flatMap((node) => (typeof node === 'object' ? [node, ...elementsIn(node.children)] : []));
}

function idOf({ start }: Element): string {
  return /\sid="([^"]*)"/.exec(start)?.[1] ?? '';
}

function anchorOf(entry: Element): string {
  const link = elementsIn(entry.children).find(({ tag }) => tag === 'a');
  return /\shref="#([^"]+)"/.exec(link?.start ?? '')?.[1] ?? '\0';
}
