import { type Draft, preflightPath, requestIdOf } from '../../src/console/draft.ts';
import type { ConsoleTarget } from '../../src/console/page-protocol.ts';
import type { SentRequest } from '../../src/console/sent-requests.ts';
import { compareTitle, type DraftVerdict } from '../../src/console/verdict.ts';
import { defined } from '../../src/objects.ts';
import { type Answer, readAnswer } from './answer.ts';
import type { ShownCallbacks } from './callbacks.ts';
import { element, show, write } from './elements.ts';
import { explainNoAnswer, type Listening, notForwarded, sendDraft, untilCanceled } from './provider.ts';
import { type CodePage, type ResponseView, showResponse } from './response-view.ts';
import type { listSent } from './sent-list.ts';

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
  /** The number of the target that the page shows. */
  readonly shownTarget: () => number;
}

/** A request under way, or what became of the last one. */
interface State {
  readonly requestId?: string;
  readonly underWay?: { readonly since: number; readonly cancel: AbortController };
  readonly view: ResponseView;
}

/** An answer with what the page does about it. */
interface Result {
  readonly request: SentRequest;
  readonly view: ResponseView;
  /** Whether callbacks come, and come here; undefined if none are due. */
  readonly expects?: boolean;
}

/**
 * Sends to each target one request at a time: a target that does not answer keeps no other one waiting. What
 * the page shows is the last request to its target.
 */
export function createSending(parts: Parts) {
  const states = new Map<number, State>();
  const stateOf = (index: number) => states.get(index) ?? { view: { line: 'Nothing sent yet.' } };

  function set(index: number, state: State): void {
    states.set(index, state);
    if (index !== parts.shownTarget()) return;
    showResponse(state.view);
    showProgress(stateOf(index).underWay?.since);
  }

  async function send(order: Order): Promise<void> {
    const { index, draft } = order;
    if (stateOf(index).underWay !== undefined) return;
    const underWay = { since: performance.now(), cancel: new AbortController() };
    const id = defined({ requestId: requestIdOf(draft) });
    parts.callbacks.showOf(id.requestId);
    set(index, { ...id, underWay, view: { line: 'Sending …' } });
    const { request, view, expects } = await resultOf(order, underWay.cancel.signal, parts);
    parts.sentList.add(request);
    set(index, { ...id, view });
    if (expects !== undefined && index === parts.shownTarget()) parts.callbacks.expect(expects);
  }

  return {
    send,
    cancel: (index: number) => stateOf(index).underWay?.cancel.abort(),
    /** Shows what became of the last request to the target that was chosen. */
    show(index: number) {
      const state = stateOf(index);
      parts.callbacks.showOf(state.requestId);
      set(index, state);
    },
    /** Shows an earlier request in the place of the last one, unless one is under way. */
    showEarlier(index: number, requestId: string | undefined, view: ResponseView) {
      const { underWay } = stateOf(index);
      if (underWay !== undefined) return;
      parts.callbacks.showOf(requestId);
      set(index, { ...defined({ requestId }), view });
    },
  };
}

let clock: ReturnType<typeof setInterval> | undefined;

/** While a request is under way, *Cancel* is in the place of *Send*, and the seconds pass. */
function showProgress(since: number | undefined): void {
  clearInterval(clock);
  const [shown, gone] = since === undefined ? (['send', 'cancel'] as const) : (['cancel', 'send'] as const);
  const hasFocus = document.activeElement === element(gone, HTMLElement);
  show(shown, true);
  // Without the scroll: the page may have brought the response into view.
  if (hasFocus) element(shown, HTMLElement).focus({ preventScroll: true });
  show(gone, false);
  const tick = () =>
    write('seconds', since === undefined ? '' : `${Math.floor((performance.now() - since) / 1_000)} s`);
  tick();
  if (since !== undefined) clock = setInterval(tick, 1_000);
}

/** Never rejects. */
async function resultOf(order: Order, cancel: AbortSignal, parts: Parts): Promise<Result> {
  const { draft, target } = order;
  const request = defined({
    at: new Date().toISOString(),
    target: target.name,
    draft,
    requestId: requestIdOf(draft),
  });
  try {
    const sent = await exchange(order, untilCanceled(cancel), parts);
    if ('answer' in sent) return describe(order, request, sent, parts);
    parts.listening.forget();
    return { request, view: { line: sent.why } };
  } catch (error) {
    parts.listening.forget();
    return { request, view: { line: explainNoAnswer(error, target) } };
  }
}

/** What a request got: an answer, with why its callbacks go elsewhere; or why there is none. */
type Exchange =
  | { readonly answer: Answer; readonly status: number; readonly refused: string | undefined }
  | { readonly why: string };

async function exchange(order: Order, signal: AbortSignal, parts: Parts): Promise<Exchange> {
  const { draft, target, index, isSentBefore } = order;
  const refused = await parts.listening.register(index, draft, parts.callbackUrl, signal);
  if (isSentBefore) await readAnswer(await sendDraft(index, draft, signal), 0);
  const since = performance.now();
  const response = await sendDraft(index, draft, signal);
  const why = await notForwarded(response, target);
  if (why !== undefined) return { why };
  try {
    return { answer: await readAnswer(response, since), status: response.status, refused };
  } catch (error) {
    if (signal.aborted) throw error;
    return {
      why: `No whole answer: ${target.name} cut the connection within the body, after status ${response.status}.`,
    };
  }
}

function describe(
  { draft, verdict, target }: Order,
  request: SentRequest,
  { answer, status, refused }: Extract<Exchange, { readonly answer: Answer }>,
  { listening, pageOf }: Parts,
): Result {
  const { title, text, facts, isAccepted, isPage } = answer;
  const isScheduled = isAccepted && draft.path === preflightPath;
  const line = [compareTitle(verdict, title), isScheduled && refused].filter(Boolean).join(' ');
  const opensAt = isPage && draft.method === 'GET' ? target.url + draft.path : undefined;
  return defined({
    request: defined({ ...request, status, title, facts, answer: text }),
    view: defined({ line, answer, page: pageOf(title), opensAt }),
    expects: isScheduled ? listening.isOn && refused === undefined : undefined,
  });
}
