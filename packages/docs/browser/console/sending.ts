import { type Draft, jsonOf, schedulingPath } from '../../src/console/draft.ts';
import type { Target } from '../../src/console/page-protocol.ts';
import type { SentRequest } from '../../src/console/sent-requests.ts';
import { compare, type Verdict } from '../../src/console/verdict.ts';
import { defined, isObject } from '../../src/objects.ts';
import { type Answer, readAnswer } from './answer.ts';
import type { Callbacks } from './callbacks.ts';
import { show, write } from './elements.ts';
import type { Listening } from './listening.ts';
import { explainNoAnswer, notForwarded, send } from './provider.ts';
import type { SentList } from './sent-list.ts';

/** What the form asks to send, and where. */
export interface Order {
  readonly draft: Draft;
  readonly verdict: Verdict;
  readonly target: Target;
  /** The number of the target. */
  readonly index: number;
}

/** The parts of the page that a sent request changes. */
export interface Parts {
  readonly callbackUrl: string;
  readonly callbacks: Callbacks;
  readonly listening: Listening;
  readonly sentList: SentList;
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
  { draft, verdict, target, index }: Order,
  request: SentRequest,
  parts: Parts,
): Promise<void> {
  const { callbackUrl, callbacks, listening, sentList } = parts;
  const refused = await listening.register(index, draft, callbackUrl);
  const response = await send(index, draft);
  const notSent = await notForwarded(response, target);
  if (notSent !== undefined) {
    fail(request, notSent, parts);
    return;
  }
  const { status } = response;
  const answer = await readAnswer(response);
  const isAccepted = response.ok && draft.path === schedulingPath;
  showAnswer(answer.text, [compare(verdict, answer.title), isAccepted && refused].filter(Boolean).join(' '));
  sentList.add({ ...request, status, ...titleOf(answer), answer: answer.text });
  if (isAccepted) callbacks.expect(listening.isOn && refused === undefined);
}

/** Shows a whole answer, or none, and a line about it. */
export function showAnswer(text: string | undefined, line: string): void {
  write('answer', text ?? '');
  show('answer-figure', text !== undefined);
  write('comparison', line);
}

function fail(request: SentRequest, why: string, { listening, sentList }: Parts): void {
  listening.forget();
  showAnswer(undefined, why);
  sentList.add(request);
}

function titleOf({ title }: Answer): Pick<SentRequest, 'title'> {
  return title === undefined ? {} : { title };
}

function requestIdOf(draft: Draft): string | undefined {
  const json = jsonOf(draft);
  const id = 'value' in json && isObject(json.value) ? json.value.requestId : undefined;
  return typeof id === 'string' ? id : undefined;
}
