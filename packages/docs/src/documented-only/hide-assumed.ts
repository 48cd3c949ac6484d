import { posix } from 'node:path';
import { raw } from '../html.ts';
import type { Page } from '../layout/page.ts';
import {
  addClass,
  type Element,
  elementsOf,
  hasClass,
  idOf,
  type MarkupNode,
  readMarkup,
  textOf,
  writeMarkup,
} from '../markup.ts';
import { codeBlock } from '../parts/code-block.ts';
import type { SearchEntry } from '../search/entry.ts';
import { type AssumedNames, assumedNames, type NameSources } from './assumed-names.ts';
import { createDocumentedText, createMemberFilter, type DocumentedText } from './documented-text.ts';

/** What is hidden on a page, and what stays of a sample. */
interface Hiding {
  readonly names: AssumedNames;
  readonly documentedText: DocumentedText;
  /** Whether a link, as the page has it, leads to a page of which everything is assumed. */
  leadsToAssumed(href: string): boolean;
}

/** The class of what *Documented only* hides because of the names in it; `assumed` is for what is marked so by hand. */
const mark = 'with-assumed';

/** Lets *Documented only* hide an element. */
function hide(element: Element): void {
  addClass(element, mark);
}

/** Whether *Documented only* hides an element. */
function isHidden(element: Element): boolean {
  return hasClass(element, mark) || hasClass(element, 'assumed');
}

/** Whether an element is code, with or without a caption. */
function isSample({ tag, children }: Element): boolean {
  return tag === 'pre' || (tag === 'figure' && elementsOf(children).some((child) => child.tag === 'pre'));
}

/**
 * Hides a sample that has an assumed name. Returns what is documented of it, to be shown in its place; nothing if no part
 * of it makes sense by itself.
 */
function hideSample(sample: Element, { names, documentedText }: Hiding): Element | undefined {
  const pre = sample.tag === 'pre' ? sample : elementsOf(sample.children).find(({ tag }) => tag === 'pre');
  const caption = elementsOf(sample.children).find(({ tag }) => tag === 'figcaption');
  const text = textOf(pre ?? '').trim();
  const language = languageOf(pre);
  const left = documentedText(text, language);
  const isCaptionAssumed = caption !== undefined && names.isIn(textOf(caption));
  if (!isCaptionAssumed && left === text) return undefined;
  if (!isCaptionAssumed && left === undefined && !names.isIn(text)) return undefined;
  hide(sample);
  return left === undefined || isCaptionAssumed
    ? undefined
    : partOf(sample, caption, { text: left, language });
}

function languageOf(pre: Element | undefined): string {
  const code = elementsOf(pre?.children ?? []).find(({ tag }) => tag === 'code');
  return /class="language-([\w-]+)"/.exec(code?.start ?? '')?.[1] ?? '';
}

/** The sample with another text; lines that were marked and are left are marked again. */
function partOf(
  sample: Element,
  caption: Element | undefined,
  code: { readonly text: string; readonly language: string },
): Element | undefined {
  const before = new Set(markedLines(sample).map((line) => line.trim()));
  const marked = code.text.split('\n').flatMap((line, at) => (before.has(line.trim()) ? [at] : []));
  const written = caption === undefined ? {} : { caption: raw(writeMarkup(caption.children)) };
  const [figure] = readMarkup(codeBlock({ ...code, ...written, marked }).text);
  if (typeof figure !== 'object') return undefined;
  addClass(figure, 'documented-only');
  return figure;
}

function markedLines({ tag, children }: Element): readonly string[] {
  if (tag === 'mark') return [children.map(textOf).join('')];
  return elementsOf(children).flatMap(markedLines);
}

const containers = new Set('div dl figure nav ol section svg table tbody ul details'.split(' '));

/**
 * Hides what makes no sense once others of these nodes are hidden: the other half of a term and its description, the text
 * below a hidden heading, a heading whose text is hidden, a container with nothing left in it.
 */
function closeGaps(nodes: readonly MarkupNode[]): void {
  const elements = elementsOf(nodes);
  closeTerms(elements);
  hideBelowHeadings(elements);
  for (const element of elements)
    if (containers.has(element.tag) && (isEmptied(element) || isUnlabelled(element))) hide(element);
  closeTabs(elements);
  hideEmptyHeadings(elements);
}

/** Hides the tabs of hidden panels, which follow their list in the same order. */
function closeTabs([list, ...panels]: readonly Element[]): void {
  if (list === undefined || !isTablist(list)) return;
  const tabs = elementsOf(list.children);
  for (const [at, tab] of tabs.entries()) {
    const panel = panels[at];
    if (panel !== undefined && isHidden(panel)) hide(tab);
  }
}

const isTablist = ({ start }: Element) => start.includes(' role="tablist"');

/** A term without description, or the other way round. */
function closeTerms(elements: readonly Element[]): void {
  for (const [at, term] of elements.entries()) {
    if (term.tag !== 'dt') continue;
    const after = elements.slice(at + 1);
    const end = after.findIndex(({ tag }) => tag !== 'dd');
    const descriptions = end < 0 ? after : after.slice(0, end);
    if (isHidden(term)) for (const one of descriptions) hide(one);
    else if (descriptions.length > 0 && descriptions.every(isHidden)) hide(term);
  }
}

function hideBelowHeadings(elements: readonly Element[]): void {
  let gone = 7;
  for (const element of elements) {
    const level = levelOf(element);
    if (level !== undefined && level <= gone) gone = isHidden(element) ? level : 7;
    else if (gone < 7) hide(element);
  }
}

/** A heading is hidden if all up to the next one of its level is; what is said in between counts, an own anchor does not. */
function hideEmptyHeadings(elements: readonly Element[]): void {
  for (const [at, heading] of [...elements.entries()].toReversed()) {
    const level = levelOf(heading);
    if (level === undefined || level === 1) continue;
    const after = elements.slice(at + 1);
    const end = after.findIndex((one) => (levelOf(one) ?? 7) <= level);
    const below = end < 0 ? after : after.slice(0, end);
    if (below.length > 0 && below.every(isHidden)) hide(heading);
  }
}

/** Whether what says what a container is about is hidden. */
function isUnlabelled({ children }: Element): boolean {
  return children.some(
    (child) => typeof child === 'object' && /^(?:summary|figcaption)$/.test(child.tag) && isHidden(child),
  );
}

/** Whether something in a container is hidden and nothing is left but its heading or label. */
function isEmptied({ children }: Element): boolean {
  if (children.some((child) => typeof child === 'string' && child.trim() !== '')) return false;
  const elements = elementsOf(children);
  return elements.some(isHidden) && elements.every((one) => isHidden(one) || isLabel(one));
}

/** Whether an element only names or serves its neighbours. */
function isLabel(element: Element): boolean {
  if (levelOf(element) !== undefined || /^(?:thead|defs|title)$/.test(element.tag)) return true;
  return isTablist(element) || hasClass(element, 'tab-label') || hasClass(element, 'copy');
}

function levelOf({ tag }: Element): number | undefined {
  const level = /^h([1-6])$/.exec(tag)?.[1];
  return level === undefined ? undefined : Number(level);
}

/** The smallest elements that make sense without their neighbours. */
const units = new Set(
  'p li tr dt dd h1 h2 h3 h4 h5 h6 figcaption summary option blockquote caption label svg'.split(' '),
);
/** Elements within a line: they are hidden by themselves only where they are in none of the above. */
const inLine = new Set('a b button code em i small span strong'.split(' '));
const ignored = new Set('head dialog noscript script style template textarea'.split(' '));

/** Hides everything in these nodes that has an assumed name, and what makes no sense without it. */
function hideNames(nodes: MarkupNode[], hiding: Hiding): void {
  for (let at = 0; at < nodes.length; at += 1) {
    const node = nodes[at];
    if (typeof node !== 'object' || isSettled(node)) continue;
    if (isSample(node)) {
      const part = hideSample(node, hiding);
      if (part !== undefined) nodes.splice(at + 1, 0, part);
    } else if (isAssumed(node, hiding)) hide(node);
    else hideNames(node.children, hiding);
  }
  closeGaps(nodes);
}

function isSettled(node: Element): boolean {
  return ignored.has(node.tag) || isHidden(node) || hasClass(node, 'documented-only');
}

function isAssumed(node: Element, hiding: Hiding): boolean {
  if (!units.has(node.tag) && !inLine.has(node.tag)) return false;
  return hasName(node, hiding.names) || isEntryOfAssumedPage(node, hiding);
}

/** Whether an element has a name in its own words: those of the units in it do not count. */
function hasName({ tag, children }: Element, names: AssumedNames): boolean {
  const words = children.filter((child) => typeof child === 'string').map(textOf);
  if (words.some((text) => (tag === 'code' ? names.isCode(text) : names.isIn(text)))) return true;
  return children.some(
    (child) =>
      typeof child === 'object' && !units.has(child.tag) && !isSettled(child) && hasName(child, names),
  );
}

/** An entry of a list or navigation that begins with a link to a page of which everything is assumed. */
function isEntryOfAssumedPage(node: Element, { leadsToAssumed }: Pick<Hiding, 'leadsToAssumed'>): boolean {
  if (node.tag === 'li') {
    const [first] = elementsOf(node.children);
    return first !== undefined && isEntryOfAssumedPage(first, { leadsToAssumed });
  }
  const href = node.tag === 'a' ? /\shref="([^"]*)"/.exec(node.start)?.[1] : undefined;
  return href !== undefined && leadsToAssumed(href);
}

/** What is known of the names, and the description that the bodies of samples have their schemas from. */
type AssumedSources = NameSources & { readonly openapi: unknown };

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

function anchorOf(entry: Element): string {
  const link = elementsIn(entry.children).find(({ tag }) => tag === 'a');
  return /\shref="#([^"]+)"/.exec(link?.start ?? '')?.[1] ?? '\0';
}
