import { type Element, hasClass, type MarkupNode, textOf } from '../markup.ts';
import type { AssumedNames } from './assumed-names.ts';
import { closeGaps } from './close-gaps.ts';
import { type Hiding, hide, isHidden } from './hiding.ts';
import { hideSample, isSample } from './sample.ts';

/** The smallest elements that make sense without their neighbours. */
const units = new Set(
  'p li tr dt dd h1 h2 h3 h4 h5 h6 figcaption summary option blockquote caption label svg'.split(' '),
);
/** Elements within a line: they are hidden by themselves only where they are in none of the above. */
const inLine = new Set('a b button code em i small span strong'.split(' '));
const ignored = new Set('head dialog noscript script style template textarea'.split(' '));

/** Hides everything in these nodes that has an assumed name, and what makes no sense without it. */
export function hideNames(nodes: MarkupNode[], hiding: Hiding): void {
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
    const [first] = node.children.filter((child) => typeof child === 'object');
    return first !== undefined && isEntryOfAssumedPage(first, { leadsToAssumed });
  }
  const href = node.tag === 'a' ? /\shref="([^"]*)"/.exec(node.start)?.[1] : undefined;
  return href !== undefined && leadsToAssumed(href);
}
