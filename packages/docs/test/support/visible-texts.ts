import type { Page } from 'playwright-core';

/** A text that a reader sees. */
export interface VisibleText {
  readonly text: string;
  /** Whether it is set as code. */
  readonly isCode: boolean;
}

/** Each text that is visible on the open page while *Documented only* is on, with everything unfolded and every tab chosen. */
export async function documentedTexts(page: Page): Promise<readonly VisibleText[]> {
  return page.evaluate(`(() => {
    const root = document.documentElement;
    const folded = [...document.querySelectorAll('details:not([open])')];
    const tabs = [...document.querySelectorAll('.tab[hidden]')];
    root.classList.add('hide-assumed');
    // On a phone both lists are folded, too.
    const lists = document.head.appendChild(document.createElement('style'));
    lists.textContent = '.pages, .toc { display: block !important }';
    for (const one of folded) one.open = true;
    for (const one of tabs) one.hidden = false;
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, data } = walker.currentNode;
      if (data.trim() === '' || parentElement.closest('script, style, noscript, textarea') || !parentElement.checkVisibility()) continue;
      texts.push({ text: data, isCode: parentElement.matches('code') });
    }
    root.classList.remove('hide-assumed');
    lists.remove();
    for (const one of folded) one.open = false;
    for (const one of tabs) one.hidden = true;
    return texts;
  })()`);
}
