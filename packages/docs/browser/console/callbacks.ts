import type { ShownCallback } from '../../src/console/page-protocol.ts';
import {
  callbackText,
  describeCallback,
  describeTimes,
  inOrderOfStatus,
  type ReceivedCallback,
  readCallback,
  repetitionOf,
  type SignatureVerdict,
  verifyCallback,
} from '../../src/console/received-callback.ts';
import { element, show, write } from './elements.ts';

const marks = { valid: '✓', invalid: '✗', unsigned: '–' } as const;

/**
 * A callback in the list: one line, which unfolds to the verdict on its signature and to the bytes that came.
 */
type CallbackItem = ReturnType<typeof createCallbackItem>;

/** Makes the item, folded. */
function createCallbackItem(callback: ReceivedCallback, repetition: string | undefined) {
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
    showVerdict(verdict: SignatureVerdict) {
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

const mostShown = 200;
const patienceMs = 10_000;
const goElsewhere =
  'The callbacks of this account go to another address: “Show callbacks here” is off or was refused.';

/** The callbacks of the page. */
export type ShownCallbacks = ReturnType<typeof showCallbacks>;

/** Shows callbacks as they arrive. `onMissing` is called when none has come for 10 seconds. */
export function showCallbacks(onMissing: () => void) {
  const secret = element('secret', HTMLInputElement);
  const items = new Map<string, CallbackItem>();
  let shown: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let arrangement: ReturnType<typeof setTimeout> | undefined;

  function stopWaiting(): void {
    clearTimeout(timer);
    write('waiting', '');
    show('silent', false);
  }

  function arrange(): void {
    clearTimeout(arrangement);
    arrangement = undefined;
    const all = [...items.values()];
    const isMine = ({ callback }: CallbackItem) => shown !== undefined && callback.fields.requestId === shown;
    const mine = all.filter(isMine);
    const others = all.filter((item) => !isMine(item));
    fill(element('events', HTMLOListElement), mine, items);
    fill(element('other-events', HTMLOListElement), others, items);
    write('other-count', String(others.length));
    show('others', others.length > 0);
    if (mine.length > 0) stopWaiting();
  }

  async function verify(item: CallbackItem): Promise<void> {
    const used = secret.value;
    const verdict = await verdictOn(item, used.trim());
    // Another secret may have been typed meanwhile; its verdict comes by itself.
    if (secret.value === used) item.showVerdict(verdict);
  }

  function take(received: ShownCallback): void {
    if (items.has(received.key)) return;
    const callback = readCallback(received);
    const before = [...items.values()].map((one) => one.callback);
    const item = createCallbackItem(callback, repetitionOf(callback, before));
    items.set(received.key, item);
    const [oldest] = items.keys();
    if (items.size > mostShown && oldest !== undefined) items.delete(oldest);
    void verify(item);
    // A page that connects gets the latest 50 at once: they are arranged together.
    arrangement ??= setTimeout(arrange);
  }

  secret.addEventListener('input', () => {
    for (const item of items.values()) void verify(item);
  });
  connect(take);
  return {
    /** Lists those of a request on top, and the others folded. */
    showOf(requestId: string | undefined) {
      shown = requestId;
      stopWaiting();
      arrange();
    },
    /**
     * The shown request was accepted: says that its callbacks are awaited, and after 10 seconds why there may
     * be none; or that they go elsewhere.
     */
    expect(comeHere: boolean) {
      if (element('events', HTMLOListElement).childElementCount > 0) return;
      write('waiting', comeHere ? 'Waiting for callbacks …' : goElsewhere);
      if (!comeHere) return;
      timer = setTimeout(() => {
        write('waiting', 'No callback after 10 seconds.');
        show('silent', true);
        onMissing();
      }, patienceMs);
    },
  };
}

/** The browser connects again by itself, and gets the latest callbacks then. */
function connect(take: (received: ShownCallback) => void): void {
  const source = new EventSource('console/events');
  source.addEventListener('message', ({ data }: MessageEvent<string>) => take(JSON.parse(data)));
  source.addEventListener('open', () => show('disconnected', false));
  source.addEventListener('error', () => show('disconnected', true));
}

async function verdictOn({ callback }: CallbackItem, secret: string): Promise<SignatureVerdict> {
  try {
    return await verifyCallback(callback, secret);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const isSecret = why.startsWith('secrets[0]');
    return { kind: 'invalid', why: isSecret ? 'The callback secret below is not whsec_ and base64.' : why };
  }
}

/** Puts items into a list in the order of their status. Items that stay in place keep their focus. */
function fill(
  list: HTMLOListElement,
  items: readonly CallbackItem[],
  all: ReadonlyMap<string, CallbackItem>,
): void {
  const byKey = inOrderOfStatus(items.map(({ callback }) => callback)).map(({ key }) => all.get(key));
  const wanted = byKey.flatMap((item) => (item === undefined ? [] : [item.element]));
  for (const old of [...list.children]) if (!wanted.some((one) => one === old)) old.remove();
  for (const [index, one] of wanted.entries())
    if (list.children[index] !== one) list.insertBefore(one, list.children[index] ?? null);
}
