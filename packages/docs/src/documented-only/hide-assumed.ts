import { posix } from 'node:path';
import type { Described } from '../description/read-description.ts';
import { raw } from '../html.ts';
import type { Page } from '../layout/page.ts';
import {
  addClass,
  attributeOf,
  type Element,
  elementsIn,
  elementsOf,
  hasClass,
  languageOf,
  levelOf,
  type MarkupNode,
  readMarkup,
  textOf,
  writeMarkup,
} from '../markup.ts';
import { codeBlock } from '../parts/code-block.ts';
import type { SearchEntry } from '../search/search-engine.ts';
import { type AssumedNames, assumedNames } from './assumed-names.ts';
import { createDocumentedText } from './documented-text.ts';

/** What is hidden on a page, and what stays of a sample. */
interface Hiding {
  readonly names: AssumedNames;
  readonly documentedText: ReturnType<typeof createDocumentedText>;
  /** Whether a link, as the page has it, leads to a page of which everything is assumed. */
  leadsToAssumed(href: string): boolean;
}

/**
 * The class of what *Documented only* hides because of the names in it; `assumed` is for what is marked so by
 * hand.
 */
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
 * Hides a sample that has an assumed name. Returns what is documented of it, to be shown in its place;
 * nothing if no part of it makes sense by itself.
 */
function hideSample(sample: Element, { names, documentedText }: Hiding): Element | undefined {
  const pre = elementsIn([sample]).find(({ tag }) => tag === 'pre') ?? sample;
  const caption = elementsOf(sample.children).find(({ tag }) => tag === 'figcaption');
  const text = textOf(pre).trim();
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

/** The sample with another text; lines that were marked and are left are marked again. */
function partOf(
  sample: Element,
  caption: Element | undefined,
  code: { readonly text: string; readonly language: string },
): Element | undefined {
  const marks = elementsIn([sample]).filter(({ tag }) => tag === 'mark');
  const before = new Set(marks.map((line) => textOf(line).trim()));
  const marked = code.text.split('\n').flatMap((line, at) => (before.has(line.trim()) ? [at] : []));
  const written = caption === undefined ? {} : { caption: raw(writeMarkup(caption.children)) };
  const [figure] = readMarkup(codeBlock({ ...code, ...written, marked }).text);
  if (typeof figure !== 'object') return undefined;
  addClass(figure, 'documented-only');
  return figure;
}

const containers = new Set('div dl figure nav ol section svg table tbody ul details'.split(' '));

/**
 * Hides what makes no sense once others of these nodes are hidden: the other half of a term and its
 * description, the text below a hidden heading, a heading whose text is hidden, a container with nothing left
 * in it.
 */
function closeGaps(nodes: readonly MarkupNode[]): void {
  const elements = elementsOf(nodes);
  for (const [at, element] of elements.entries())
    if (isHidden(element)) for (const one of below(elements, at)) hide(one);
  for (const element of elements)
    if (containers.has(element.tag) && (isEmptied(element) || isUnlabelled(element))) hide(element);
  closeTabs(elements);
  // The inner headings first: an outer one has nothing left without them.
  for (const [at, element] of [...elements.entries()].toReversed()) {
    const own = below(elements, at);
    if (element.tag !== 'h1' && own.length > 0 && own.every(isHidden)) hide(element);
  }
}

/**
 * What follows a heading or a term up to the next one of its rank: a term ranks below headings, its
 * description below it.
 */
function below(elements: readonly Element[], at: number): readonly Element[] {
  const rankOf = (element: Element) => (element.tag === 'dt' ? 6.5 : levelOf(element));
  const [first, ...after] = elements.slice(at);
  const rank = first === undefined ? 7 : rankOf(first);
  const end = after.findIndex((one) => rankOf(one) <= rank);
  return end < 0 ? after : after.slice(0, end);
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

/** Whether what says what a container is about is hidden. */
function isUnlabelled({ children }: Element): boolean {
  return elementsOf(children).some((child) => /^(?:summary|figcaption)$/.test(child.tag) && isHidden(child));
}

/** Whether something in a container is hidden and nothing is left but its heading or label. */
function isEmptied({ children }: Element): boolean {
  if (children.some((child) => typeof child === 'string' && child.trim() !== '')) return false;
  const elements = elementsOf(children);
  return elements.some(isHidden) && elements.every((one) => isHidden(one) || isLabel(one));
}

/** Whether an element only names or serves its neighbours. */
function isLabel(element: Element): boolean {
  if (levelOf(element) < 7 || /^(?:thead|defs|title)$/.test(element.tag)) return true;
  return isTablist(element) || hasClass(element, 'tab-label') || hasClass(element, 'copy');
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
  return elementsOf(children).some(
    (child) => !units.has(child.tag) && !isSettled(child) && hasName(child, names),
  );
}

/** An entry of a list or navigation that begins with a link to a page of which everything is assumed. */
function isEntryOfAssumedPage(node: Element, { leadsToAssumed }: Pick<Hiding, 'leadsToAssumed'>): boolean {
  if (node.tag === 'li') {
    const [first] = elementsOf(node.children);
    return first !== undefined && isEntryOfAssumedPage(first, { leadsToAssumed });
  }
  return node.tag === 'a' && leadsToAssumed(attributeOf(node, 'href'));
}

/**
 * Marks in rendered pages what *Documented only* hides: all that has the name of an assumed member, header,
 * value, code or path. Pages about the assumptions themselves stay as they are.
 */
export function hideAssumed(
  rendered: ReadonlyMap<string, string>,
  pages: readonly Page[],
  sources: Described,
): ReadonlyMap<string, string> {
  const names = assumedNames(sources);
  const documentedText = createDocumentedText(sources.openapi, names);
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
export function markEntries(entries: readonly SearchEntry[], sources: Described): readonly SearchEntry[] {
  const names = assumedNames(sources);
  return entries.map((entry) =>
    names.isCode(entry.name) || names.isIn(`${entry.name} ${entry.text}`)
      ? { ...entry, isAssumed: true }
      : entry,
  );
}

function hideOn(text: string, isWhole: boolean, hiding: Hiding): string {
  const start = text.indexOf('<body');
  const end = text.indexOf('</body>') + '</body>'.length;
  const nodes = readMarkup(text.slice(start, end));
  const all = elementsIn(nodes);
  const main = all.find(({ tag }) => tag === 'main');
  if (isWhole && main !== undefined) hideWhole(main);
  hideNames(nodes, hiding);
  const gone = new Set(elementsIn(all.filter(isHidden)).map((one) => `#${attributeOf(one, 'id')}`));
  const contents = all.find((one) => one.tag === 'nav' && hasClass(one, 'toc'));
  for (const entry of elementsIn(contents?.children ?? []))
    if (entry.tag === 'li' && elementsIn([entry]).some((one) => gone.has(attributeOf(one, 'href'))))
      hide(entry);
  if (isWhole && contents !== undefined) hide(contents);
  if (isWhole) main?.children.push(...readMarkup(note));
  return text.slice(0, start) + writeMarkup(nodes) + text.slice(end);
}

function hideWhole(main: Element): void {
  for (const child of elementsOf(main.children)) if (!hasClass(child, 'neighbours')) hide(child);
}

/** What a page says of which everything is assumed. */
const note =
  '<div class="documented-only"><h1>Assumed</h1><p>The source document says nothing of what this page describes.</p></div>';
