import { type Draft, jsonOf, preflightPath } from '../../src/console/draft.ts';
import type { ConsoleTarget } from '../../src/console/page-protocol.ts';
import { timeOfDay } from '../../src/console/received-callback.ts';
import {
  describeSent,
  mostListed,
  parseStored,
  type SentRequest,
  storedText,
} from '../../src/console/sent-requests.ts';
import { compareTitle, type DraftVerdict } from '../../src/console/verdict.ts';
import { defined, isObject, parsedJson } from '../../src/objects.ts';
import type { ShownCallbacks } from './callbacks.ts';
import { element, show, write } from './elements.ts';
import { explainNoAnswer, type Listening, notForwarded, sendDraft } from './provider.ts';

const hidden = new Set(['date', 'connection', 'keep-alive', 'content-length']);
/** Shown as the title of an error answer without a problem body. */
const notProblem = 'no problem body';

/** An answer as text, JSON indented, and the title of its problem body unless it is a success. */
interface Answer {
  readonly text: string;
  readonly title?: string;
}

/** Reads a whole answer. */
async function readAnswer(response: Response): Promise<Answer> {
  const headers = [...response.headers].filter(([name]) => !hidden.has(name)).map((pair) => pair.join(': '));
  const text = await response.text();
  const head = [`HTTP/1.1 ${response.status}`, ...headers, ''].join('\n');
  const body = parsedJson(text);
  const title = isObject(body) && typeof body.title === 'string' ? body.title : notProblem;
  const shown = body === undefined ? text : JSON.stringify(body, undefined, 2);
  return defined({ text: `${head}\n${shown}`, title: response.ok ? undefined : title });
}

const storageKey = 'cascade.console.sent';

/** Lists the requests of the session, latest first; a click on one calls `bringBack`. */
export function listSent(sampleKeys: ReadonlySet<string>, bringBack: (request: SentRequest) => void) {
  let requests = parseStored(read());
  let current: SentRequest | undefined;

  function render(): void {
    show('sent-section', requests.length > 0);
    element('sent', HTMLOListElement).replaceChildren(...requests.map(itemOf));
  }

  function itemOf(request: SentRequest): HTMLLIElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'console-button';
    button.textContent = `${describeSent(request)} · ${request.target} · ${timeOfDay(request.at.replace(/\.\d+/, ''))}`;
    if (request === current) button.setAttribute('aria-current', 'true');
    button.addEventListener('click', () => {
      mark(request);
      bringBack(request);
    });
    const item = document.createElement('li');
    item.append(button);
    return item;
  }

  /** Without a new rendering, which would take the focus from the button. */
  function mark(request: SentRequest): void {
    current = request;
    const buttons = element('sent', HTMLOListElement).querySelectorAll('button');
    for (const [index, button] of buttons.entries()) {
      if (requests[index] === request) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    }
  }

  render();
  return {
    /** Adds a request on top, and marks it as shown. */
    add(request: SentRequest) {
      requests = [request, ...requests].slice(0, mostListed);
      current = request;
      store(storedText(requests, sampleKeys));
      render();
    },
  };
}

/** Without storage, or if it is full, the list lasts as long as the page. */
function store(text: string): void {
  try {
    sessionStorage.setItem(storageKey, text);
  } catch {
    return;
  }
}

function read(): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/** What the form asks to send, and where. */
interface Order {
  readonly draft: Draft;
  readonly verdict: DraftVerdict;
  readonly target: ConsoleTarget;
  /** The number of the target. */
  readonly index: number;
  /** Whether the same request is sent once before. */
  readonly isSentBefore: boolean;
}

/** The parts of the page that a sent request changes. */
export interface Parts {
  readonly callbackUrl: string;
  readonly callbacks: ShownCallbacks;
  readonly listening: Listening;
  readonly sentList: ReturnType<typeof listSent>;
  readonly pageOf: (title: string | undefined) => CodePage | undefined;
}

/** Sends an order, and shows the answer, or why there is none. Never rejects. */
export async function sendOrder(order: Order, parts: Parts): Promise<void> {
  const { draft, target } = order;
  const request = defined({
    at: new Date().toISOString(),
    target: target.name,
    draft,
    requestId: requestIdOf(draft),
  });
  parts.callbacks.showOf(request.requestId);
  showAnswer(undefined, 'Sending …');
  try {
    await sendRequest(order, request, parts);
  } catch (error) {
    fail(request, explainNoAnswer(error, target), parts);
  }
}

async function sendRequest(
  { draft, verdict, target, index, isSentBefore }: Order,
  request: SentRequest,
  parts: Parts,
): Promise<void> {
  const { callbackUrl, callbacks, listening, sentList } = parts;
  const refused = await listening.register(index, draft, callbackUrl);
  if (isSentBefore) await (await sendDraft(index, draft)).arrayBuffer();
  const response = await sendDraft(index, draft);
  const notSent = await notForwarded(response, target);
  if (notSent !== undefined) {
    fail(request, notSent, parts);
    return;
  }
  const { status } = response;
  const answer = await readAnswer(response).catch(() => undefined);
  if (answer === undefined) {
    fail(
      request,
      `No whole answer: ${target.name} cut the connection within the body, after status ${status}.`,
      parts,
    );
    return;
  }
  const isAccepted = response.ok && draft.path === preflightPath;
  const line = [compareTitle(verdict, answer.title), isAccepted && refused].filter(Boolean).join(' ');
  showAnswer(answer.text, line, parts.pageOf(answer.title));
  sentList.add(defined({ ...request, status, title: answer.title, answer: answer.text }));
  if (isAccepted) callbacks.expect(listening.isOn && refused === undefined);
}

/** Shows a whole answer, or none, and a line about it; links the page of its problem code. */
export function showAnswer(text: string | undefined, line: string, page?: CodePage): void {
  write('answer', text ?? '');
  show('answer-figure', text !== undefined);
  write('comparison', line);
  show('code-page', page !== undefined);
  if (page !== undefined) {
    const link = element('code-link', HTMLAnchorElement);
    link.href = page.address;
    link.textContent = page.title;
  }
  if (text === undefined) return;
  // All of it if there is room, else its beginning.
  for (const id of ['answer-figure', 'answer-title'])
    element(id, HTMLElement).scrollIntoView({ block: 'nearest' });
}

/** Where the site explains the title of an answer. */
export interface CodePage {
  readonly title: string;
  readonly address: string;
}

function fail(request: SentRequest, why: string, { listening, sentList }: Parts): void {
  listening.forget();
  showAnswer(undefined, why);
  sentList.add(request);
}

function requestIdOf(draft: Draft): string | undefined {
  const json = jsonOf(draft);
  const id = 'value' in json && isObject(json.value) ? json.value.requestId : undefined;
  return typeof id === 'string' ? id : undefined;
}
