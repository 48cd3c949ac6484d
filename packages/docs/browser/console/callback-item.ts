import { describeCallback, describeTimes } from '../../src/console/callback-words.ts';
import { callbackText, type ReceivedCallback } from '../../src/console/received-callback.ts';
import type { SignatureVerdict } from '../../src/console/verify-callback.ts';

const marks = { valid: '✓', invalid: '✗', unsigned: '–' } as const;

/** A callback in the list: one line, which unfolds to the verdict on its signature and to the bytes that came. */
export interface CallbackItem {
  readonly callback: ReceivedCallback;
  readonly element: HTMLLIElement;
  showVerdict(verdict: SignatureVerdict): void;
}

/** Makes the item, folded. */
export function createCallbackItem(callback: ReceivedCallback, repetition: string | undefined): CallbackItem {
  const badge = textIn('span', 'verifying …', 'console-signature');
  const why = textIn('p', '');
  const bytes = textIn('pre', `POST ${callbackPath} HTTP/1.1\n${callbackText(callback)}`);
  bytes.tabIndex = 0;
  bytes.setAttribute('aria-label', 'Callback as it came');
  const summary = document.createElement('summary');
  const times = textIn('span', describeTimes(callback), 'console-times');
  summary.append(textIn('strong', describeCallback(callback)), ' ', badge, ' ', times);
  const details = document.createElement('details');
  details.append(summary, why, ...(repetition === undefined ? [] : [textIn('p', repetition)]), bytes);
  const element = document.createElement('li');
  element.append(details);
  return {
    callback,
    element,
    showVerdict(verdict) {
      badge.textContent = `${marks[verdict.kind]} ${verdict.kind}`;
      badge.className = `console-signature ${verdict.kind}`;
      why.textContent = `Signature ${verdict.kind}. ${verdict.why}`;
    },
  };
}

const callbackPath = '/console/callback';

function textIn(name: 'span' | 'strong' | 'p' | 'pre', text: string, className = ''): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
}
