import { type Html, raw } from '../html.ts';
import { addClass, type MarkupNode, readMarkup, writeMarkup } from '../markup.ts';

/**
 * Puts each `h2` of a page, with what follows it, into a section of its own. The browser lays a section out when it
 * comes near the window (`content-visibility`): a long page can be read and used as soon as a short one. Text before
 * the second `h2` stays as it is, since it is what a reader sees first.
 */
export function inParts(body: Html): Html {
  const [beginning = [], ...parts] = split(readMarkup(body.text));
  return raw(writeMarkup(beginning) + parts.map(writePart).join(''));
}

/** Nodes up to the second part, then those of each part. */
function split(nodes: readonly MarkupNode[]): MarkupNode[][] {
  const parts: MarkupNode[][] = [[]];
  let isFirst = true;
  for (const node of nodes) {
    const begins = typeof node === 'object' && (node.tag === 'h2' || node.tag === 'section');
    if (begins && !isFirst) parts.push([]);
    if (begins) isFirst = false;
    parts.at(-1)?.push(node);
  }
  return parts;
}

function writePart(nodes: readonly MarkupNode[]): string {
  const [first] = nodes;
  if (typeof first !== 'object' || first.tag !== 'section')
    return `<section class="part">${writeMarkup(nodes)}</section>`;
  addClass(first, 'part');
  return writeMarkup(nodes);
}
