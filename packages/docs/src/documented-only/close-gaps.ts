import { type Element, hasClass, type MarkupNode } from '../markup.ts';
import { hide, isHidden } from './hiding.ts';

const containers = new Set('div dl figure nav ol section svg table tbody ul details'.split(' '));

/**
 * Hides what makes no sense once others of these nodes are hidden: the other half of a term and its description, the text
 * below a hidden heading, a heading whose text is hidden, a container with nothing left in it.
 */
export function closeGaps(nodes: readonly MarkupNode[]): void {
  const elements = nodes.filter((node) => typeof node === 'object');
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
  const tabs = list.children.filter((child) => typeof child === 'object');
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
  const elements = children.filter((child) => typeof child === 'object');
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
