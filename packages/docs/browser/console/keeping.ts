import type { Draft } from '../../src/console/draft.ts';
import { sharedFragment } from '../../src/console/link.ts';
import { parseStoredDraft, type StoredDraft, storedDraftText } from '../../src/console/stored-draft.ts';
import { element, show, write } from './elements.ts';
import { store, stored } from './session.ts';

const storageKey = 'cascade.console.draft';

/** Keeps what is in the form, so that a reload does not lose it. */
export function keepDraft(draft: StoredDraft, sampleKeys: ReadonlySet<string>): void {
  store(storageKey, storedDraftText(draft, sampleKeys) ?? '');
}

/**
 * What the form had when the page was left, if the reader returns to it: by a reload, by the history of the
 * browser, or without asking for an example.
 */
export function keptDraft(): StoredDraft | undefined {
  const [navigation] = performance.getEntriesByType('navigation');
  const isNew = navigation instanceof PerformanceNavigationTiming && navigation.type === 'navigate';
  if (isNew && location.hash !== '') return undefined;
  return parseStoredDraft(stored(storageKey));
}

/** Copies a link to the request, and says so; where the browser does not allow that, the address has it. */
export async function shareDraft(draft: Draft): Promise<void> {
  const fragment = sharedFragment(draft);
  say(fragment === undefined ? 'The request is too long for a link.' : await share(fragment));
}

async function share(fragment: string): Promise<string> {
  const { href } = new URL(fragment, location.href);
  const says = 'It opens this request, without its key and without headers that may hold a secret.';
  try {
    await navigator.clipboard.writeText(href);
    return `The link is copied. ${says}`;
  } catch {
    history.replaceState(undefined, '', href);
    return `The link is the address of this page now. ${says}`;
  }
}

/** Until the request changes. */
function say(text: string): void {
  write('shared', text);
  show('shared', true);
  element('form', HTMLFormElement).addEventListener('input', () => show('shared', false), { once: true });
}
