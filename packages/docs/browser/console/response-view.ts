import { type Answer, describeSize, shownAtOnce, textBetween } from './answer.ts';
import { element, show, write } from './elements.ts';
import { colouredJson } from './json-colours.ts';

/** Where the site explains the title of an answer. */
export interface CodePage {
  readonly title: string;
  readonly address: string;
}

/** What the page shows of a request: an answer, or why there is none. */
export interface ResponseView {
  readonly line: string;
  readonly answer?: Pick<Answer, 'text' | 'facts' | 'isAccepted' | 'long'>;
  readonly page?: CodePage;
  /** The address at which the answer is a page of its own. */
  readonly opensAt?: string;
}

/** Longer bodies are saved: the page would take seconds to show more. */
const mostInPage = 2_000_000;

const place = element('answer', HTMLElement);
const save = element('save', HTMLAnchorElement);

/** The long body that is shown, and how much of it. */
let shown: { readonly bytes: Blob; readonly end: number } | undefined;

element('more', HTMLButtonElement).addEventListener('click', () => void showMore());

/** Shows a response, or why there is none, in the place of the one before. */
export function showResponse({ line, answer, page, opensAt }: ResponseView): void {
  const facts = element('facts', HTMLElement);
  facts.textContent = answer?.facts ?? '';
  facts.className = answer?.isAccepted === true ? 'accepted' : 'refused';
  write('comparison', line);
  writeMessage(answer?.text ?? '');
  show('answer-figure', answer !== undefined);
  link('code-page', page && { text: page.title, href: page.address });
  link('open', opensAt === undefined ? undefined : { text: 'open it in a new tab', href: opensAt });
  showRest(answer?.long);
  if (answer !== undefined) bringIntoView();
}

/** A whole message: what is below its head has colours if it is JSON. */
function writeMessage(text: string): void {
  const end = text.indexOf('\n\n') + 2;
  place.replaceChildren(text.slice(0, end), ...colouredJson(text.slice(end)));
}

function link(id: 'code-page' | 'open', to: { readonly text: string; readonly href: string } | undefined) {
  show(id, to !== undefined);
  const anchor = element(id === 'open' ? 'open-link' : 'code-link', HTMLAnchorElement);
  anchor.textContent = to?.text ?? '';
  if (to === undefined) anchor.removeAttribute('href');
  else anchor.href = to.href;
}

function showRest(long: Answer['long']): void {
  URL.revokeObjectURL(save.href);
  save.removeAttribute('href');
  shown = long && { bytes: long.bytes, end: shownAtOnce };
  show('rest', long !== undefined);
  if (long === undefined) return;
  save.href = URL.createObjectURL(long.bytes);
  save.download = 'response.txt';
  save.textContent = long.isWhole
    ? 'Save all of it'
    : `Save the ${describeSize(long.bytes.size)} that were read`;
  describeRest();
}

function describeRest(): void {
  if (shown === undefined) return;
  const { bytes, end } = shown;
  const isMore = end < bytes.size;
  write('rest-says', `${describeSize(Math.min(end, bytes.size))} of ${describeSize(bytes.size)} are shown.`);
  show('more', isMore && end < mostInPage);
}

async function showMore(): Promise<void> {
  if (shown === undefined) return;
  const { bytes, end } = shown;
  shown = { bytes, end: end + shownAtOnce };
  const text = await textBetween(bytes, end, end + shownAtOnce);
  // Another answer may be shown meanwhile.
  if (shown?.bytes === bytes) place.append(text);
  describeRest();
}

/** Beside the form the results have a scroll of their own; below it the page scrolls to them. */
function bringIntoView(): void {
  const results = document.querySelector('.console-results');
  if (results === null) return;
  if (getComputedStyle(results).position === 'sticky') results.scrollTop = 0;
  else element('verdict-title', HTMLElement).scrollIntoView({ block: 'start' });
}
