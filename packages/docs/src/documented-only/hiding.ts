import { addClass, type Element, hasClass } from '../markup.ts';
import type { AssumedNames } from './assumed-names.ts';
import type { DocumentedText } from './documented-text.ts';

/** What is hidden on a page, and what stays of a sample. */
export interface Hiding {
  readonly names: AssumedNames;
  readonly documentedText: DocumentedText;
  /** Whether a link, as the page has it, leads to a page of which everything is assumed. */
  leadsToAssumed(href: string): boolean;
}

/** The class of what *Documented only* hides because of the names in it; `assumed` is for what is marked so by hand. */
const mark = 'with-assumed';

/** Lets *Documented only* hide an element. */
export function hide(element: Element): void {
  addClass(element, mark);
}

/** Whether *Documented only* hides an element. */
export function isHidden(element: Element): boolean {
  return hasClass(element, mark) || hasClass(element, 'assumed');
}
