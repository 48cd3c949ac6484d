import { html } from '../tree/html.ts';
import type { PageNode } from '../tree/nodes.ts';

/** Reads what a page was written as: for tests, which see what a browser sees. */
export function readHtml(text: string): readonly PageNode[] {
  return html(Object.assign([text], { raw: [text] })).nodes;
}
