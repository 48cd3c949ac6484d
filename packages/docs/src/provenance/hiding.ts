import type { Described } from '../description/read-description.ts';
import type { Page } from '../layout/page.ts';
import { codeBlock } from '../parts/code-block.ts';
import { Html, html } from '../tree/html.ts';
import {
  attributeOf,
  type Element,
  elementsIn,
  elementsOf,
  hasClass,
  languageOf,
  levelOf,
  type PageNode,
  textOf,
  textOfCode,
} from '../tree/nodes.ts';
import type { Writing } from '../tree/write-html.ts';
import { type AssumedNames, assumedNames } from './assumed-names.ts';
import { createDocumentedSample } from './documented-sample.ts';

/** What hiding needs to know. */
interface Knowledge {
  readonly names: AssumedNames;
  readonly documentedPart: ReturnType<typeof createDocumentedSample>;
  /** Whether a link, as the page has it, leads to a page of which everything is assumed. */
  leadsToAssumed(href: string): boolean;
}

/** The smallest elements that make sense without their neighbours. */
const units = new Set(
  'p li tr dt dd h1 h2 h3 h4 h5 h6 figcaption summary option blockquote caption label svg'.split(' '),
);
/** Elements within a line: they are hidden by themselves only where they are in none of the above. */
const inLine = new Set('a b button code em i small span strong'.split(' '));
const ignored = new Set('head dialog noscript script style template textarea'.split(' '));
const containers = new Set('div dl figure nav ol section svg table tbody ul details'.split(' '));

/** What *Hide assumptions* hides on one page, and what it shows instead. */
class Hiding {
  readonly #knows: Knowledge;
  readonly #hidden = new Set<Element>();
  readonly #shown = new Map<Element, Element>();

  constructor(knows: Knowledge) {
    this.#knows = knows;
  }

  /** How the page is written: what is hidden has the class `with-assumed`. */
  get writing(): Writing {
    const parts = new Set(this.#shown.values());
    return {
      classOf: (element) => {
        if (parts.has(element)) return 'without-assumed';
        return this.#hidden.has(element) ? 'with-assumed' : undefined;
      },
      after: (element) => {
        const part = this.#shown.get(element);
        return part === undefined ? [] : [part];
      },
    };
  }

  /** Whether an element is hidden: by its names, or since it is marked as assumed where its data is known. */
  isHidden(element: Element): boolean {
    return this.#hidden.has(element) || hasClass(element, 'with-assumed') || hasClass(element, 'assumed');
  }

  hide(element: Element): void {
    if (!hasClass(element, 'with-assumed')) this.#hidden.add(element);
  }

  /** Shows something after an element while assumptions are hidden. */
  showAfter(element: Element, part: Element): void {
    this.#shown.set(element, part);
  }

  /** Hides everything in these nodes that has an assumed name, and what makes no sense without it. */
  hideNames(nodes: readonly PageNode[]): void {
    for (const node of elementsOf(nodes)) {
      if (this.#isSettled(node)) continue;
      if (isSample(node)) this.#hideSample(node);
      else if (this.#isAssumed(node)) this.hide(node);
      else this.hideNames(node.children);
    }
    this.#closeGaps(this.#elementsOf(nodes));
  }

  #elementsOf(nodes: readonly PageNode[]): readonly Element[] {
    return elementsOf(nodes).flatMap((element) => {
      const part = this.#shown.get(element);
      return part === undefined ? [element] : [element, part];
    });
  }

  #isSettled(element: Element): boolean {
    return ignored.has(element.tag) || this.isHidden(element) || hasClass(element, 'without-assumed');
  }

  #isAssumed(element: Element): boolean {
    if (!units.has(element.tag) && !inLine.has(element.tag)) return false;
    return this.#hasName(element) || this.#isEntryOfAssumedPage(element);
  }

  /** Whether an element has a name in its own words: those of the units in it do not count. */
  #hasName({ tag, children }: Element): boolean {
    const { names } = this.#knows;
    if (tag === 'code') return names.isIn(children.map(textOf).join(''));
    return elementsOf(children).some(
      (child) => !units.has(child.tag) && !this.#isSettled(child) && this.#hasName(child),
    );
  }

  /** An entry of a list or navigation that begins with a link to a page of which everything is assumed. */
  #isEntryOfAssumedPage(element: Element): boolean {
    if (element.tag === 'li') {
      const [first] = elementsOf(element.children);
      return first !== undefined && this.#isEntryOfAssumedPage(first);
    }
    return element.tag === 'a' && this.#knows.leadsToAssumed(attributeOf(element, 'href'));
  }

  /**
   * Hides a sample that has an assumed name. What is documented of it is shown in its place; nothing if no
   * part of it makes sense by itself.
   */
  #hideSample(sample: Element): void {
    const { names, documentedPart } = this.#knows;
    const pre = elementsIn([sample]).find(({ tag }) => tag === 'pre') ?? sample;
    const caption = elementsOf(sample.children).find(({ tag }) => tag === 'figcaption');
    const text = textOfCode(pre).trim();
    const language = languageOf(pre);
    const left = documentedPart(text, language);
    const isCaptionAssumed = caption !== undefined && this.#hasName(caption);
    if (!isCaptionAssumed && left === text) return;
    if (!isCaptionAssumed && left === undefined && !names.isIn(text)) return;
    this.hide(sample);
    if (left !== undefined && !isCaptionAssumed)
      this.showAfter(sample, partOf(sample, caption, { text: left, language }));
  }

  /**
   * Hides what makes no sense once others of these elements are hidden: the other half of a term and its
   * description, the text below a hidden heading, a heading whose text is hidden, a container with nothing
   * left in it.
   */
  #closeGaps(elements: readonly Element[]): void {
    for (const [at, element] of elements.entries())
      if (this.isHidden(element)) for (const one of below(elements, at)) this.hide(one);
    for (const element of elements)
      if (containers.has(element.tag) && (this.#isEmptied(element) || this.#isUnlabelled(element)))
        this.hide(element);
    this.#closeTabs(elements);
    // The inner headings first: an outer one has nothing left without them.
    for (const [at, element] of [...elements.entries()].toReversed()) {
      const own = below(elements, at);
      if (element.tag !== 'h1' && own.length > 0 && own.every((one) => this.isHidden(one)))
        this.hide(element);
    }
  }

  /** Hides the tabs of hidden panels, which follow their list in the same order. */
  #closeTabs([list, ...panels]: readonly Element[]): void {
    if (list === undefined || !isTablist(list)) return;
    const tabs = elementsOf(list.children);
    for (const [at, tab] of tabs.entries()) {
      const panel = panels[at];
      if (panel !== undefined && this.isHidden(panel)) this.hide(tab);
    }
  }

  /** Whether what says what a container is about is hidden. */
  #isUnlabelled({ children }: Element): boolean {
    return elementsOf(children).some(
      (child) => /^(?:summary|figcaption)$/.test(child.tag) && this.isHidden(child),
    );
  }

  /** Whether something in a container is hidden and nothing is left but its heading or label. */
  #isEmptied({ children }: Element): boolean {
    if (children.some((child) => typeof child === 'string' && child.trim() !== '')) return false;
    const elements = this.#elementsOf(children);
    const isHidden = (one: Element) => this.isHidden(one);
    return elements.some(isHidden) && elements.every((one) => isHidden(one) || isLabel(one));
  }
}

/** Whether an element is code, with or without a caption. */
function isSample({ tag, children }: Element): boolean {
  return tag === 'pre' || (tag === 'figure' && elementsOf(children).some((child) => child.tag === 'pre'));
}

/** The sample with another text; lines that were marked and are left are marked again. */
function partOf(
  sample: Element,
  caption: Element | undefined,
  code: { readonly text: string; readonly language: string },
): Element {
  const marks = elementsIn([sample]).filter(({ tag }) => tag === 'mark');
  const before = new Set(marks.map((line) => textOf(line).trim()));
  const marked = code.text.split('\n').flatMap((line, at) => (before.has(line.trim()) ? [at] : []));
  const written = caption === undefined ? {} : { caption: new Html(caption.children) };
  const [figure] = elementsOf(codeBlock({ ...code, ...written, marked }).nodes);
  if (figure === undefined) throw new Error('code has a figure');
  return figure;
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

function isTablist(element: Element): boolean {
  return attributeOf(element, 'role') === 'tablist';
}

/** Whether an element only names or serves its neighbours. */
function isLabel(element: Element): boolean {
  if (levelOf(element) < 7 || /^(?:thead|defs|title)$/.test(element.tag)) return true;
  return isTablist(element) || hasClass(element, 'tab-label') || hasClass(element, 'copy');
}

/**
 * What *Hide assumptions* hides on each page: all that has the name of an assumed member, header, value, code
 * or path. Pages about the assumptions themselves stay as they are.
 */
export function createHiding(
  pages: readonly Page[],
  sources: Described,
): (page: Page, document: Html) => Writing {
  const names = assumedNames(sources);
  const documentedPart = createDocumentedSample(sources.openapi, names);
  const assumed = new Set(pages.filter(({ isAssumed }) => isAssumed).map(({ file }) => file));
  return (page, document) => {
    if (page.showsAssumed) return {};
    const leadsToAssumed = (href: string) => assumed.has(href.replace(/^\/|#.*$/g, ''));
    const hiding = new Hiding({ names, documentedPart, leadsToAssumed });
    hideOn(document, assumed.has(page.file), hiding);
    return hiding.writing;
  };
}

function hideOn(document: Html, isWhole: boolean, hiding: Hiding): void {
  const everything = elementsIn(document.nodes);
  const body = everything.filter(({ tag }) => tag === 'body');
  const all = elementsIn(body);
  const main = all.find(({ tag }) => tag === 'main');
  if (isWhole && main !== undefined) hideWhole(main, hiding);
  hiding.hideNames(body);
  const gone = new Set(
    elementsIn(all.filter((one) => hiding.isHidden(one))).map((one) => `#${attributeOf(one, 'id')}`),
  );
  const contents = all.find((one) => one.tag === 'nav' && hasClass(one, 'toc'));
  for (const entry of elementsIn(contents?.children ?? []))
    if (entry.tag === 'li' && elementsIn([entry]).some((one) => gone.has(attributeOf(one, 'href'))))
      hiding.hide(entry);
  if (isWhole && contents !== undefined) hiding.hide(contents);
}

function hideWhole(main: Element, hiding: Hiding): void {
  const children = elementsOf(main.children);
  for (const child of children) if (!hasClass(child, 'neighbours')) hiding.hide(child);
  const [last] = children.slice(-1);
  const [says] = elementsOf(note.nodes);
  if (last !== undefined && says !== undefined) hiding.showAfter(last, says);
}

/** What a page says of which everything is assumed. */
const note = html`<div><h1>Assumed</h1><p>The source document says nothing of what this page describes.</p></div>`;
