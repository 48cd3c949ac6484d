import { type Html, raw } from '../html.ts';
import { type Element, elementsOf, hasClass, type MarkupNode, readMarkup, writeMarkup } from '../markup.ts';

/**
 * The markup of what is assumed by one decision as a whole: the first `left` badges stay, and as many of the
 * links to it. Those at each field go, and the paragraphs that have nothing else.
 */
export function markedOnce(body: Html, left = 1): Html {
  const nodes = readMarkup(body.text);
  for (const mark of ['badge', 'source']) {
    let kept = 0;
    const isRepeated = (element: Element) => {
      if (!hasClass(element, mark)) return false;
      kept += 1;
      return kept > left;
    };
    remove(nodes, isRepeated);
  }
  return raw(writeMarkup(nodes));
}

function remove(nodes: MarkupNode[], isRepeated: (element: Element) => boolean): void {
  for (const element of elementsOf(nodes)) {
    const isGone = isRepeated(element);
    if (!isGone) remove(element.children, isRepeated);
    if (isGone || (element.tag === 'p' && element.children.length === 0))
      nodes.splice(nodes.indexOf(element), 1);
  }
}
