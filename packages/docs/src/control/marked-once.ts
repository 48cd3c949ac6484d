import { Html } from '../tree/html.ts';
import { hasClass, isElement, type PageNode } from '../tree/nodes.ts';

/**
 * What is assumed by one decision as a whole: the first `left` badges stay, and as many of the links to it.
 * Those at each field go, and the paragraphs that have nothing else.
 */
export function markedOnce({ nodes }: Html, left = 1): Html {
  return new Html(['badge', 'source'].reduce((rest, mark) => without(mark, left, rest), nodes));
}

function without(mark: string, left: number, nodes: readonly PageNode[]): readonly PageNode[] {
  let kept = 0;
  const keep = (node: PageNode): readonly PageNode[] => {
    if (!isElement(node)) return [node];
    if (hasClass(node, mark)) {
      kept += 1;
      if (kept > left) return [];
    }
    const children = node.children.flatMap(keep);
    return node.tag === 'p' && children.length === 0 ? [] : [{ ...node, children }];
  };
  return nodes.flatMap(keep);
}
