import {
  createMockControl,
  type Following,
  type ReceivedRequest,
  type SentCallback,
} from '../src/control.ts';
import { ClockPanel, explain } from './clock.ts';
import { element, make, Rows, write } from './elements.ts';
import { follow } from './follow.ts';
import { lastStatusOf, messagesOf, type ShownMessage } from './messages.ts';
import { callbackRow, messageRow, requestRow } from './rows.ts';
import { RulesPanel } from './rules.ts';
import { counted, isFine, isTaken, summaryOf } from './words.ts';

const waitSeconds = 5;
/** Between two waits: entries of a busy test come together. */
const pauseMs = 250;
const retryMs = 3_000;
const mostShown = 200;

const control = createMockControl(location.origin);
const accountField = element('account', HTMLInputElement);
const failuresOnly = element('failures', HTMLInputElement);
const resetButton = element('reset', HTMLButtonElement);

const account = () => accountField.value.trim() || undefined;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

let requests: readonly ReceivedRequest[] = [];
let callbacks: readonly SentCallback[] = [];
let followed = new AbortController();

const requestRows = new Rows<ReceivedRequest>('request-rows', {
  // Numbers begin anew after a reset, times do not.
  keyOf: ({ number, receivedAt }) => `${number} ${receivedAt}`,
  rowOf: requestRow,
});
const callbackRows = new Rows<SentCallback>('callback-rows', {
  keyOf: ({ number, webhookId }) => `${number} ${webhookId}`,
  rowOf: callbackRow,
});
const messageRows = new Rows<ShownMessage>('message-rows', {
  keyOf: ({ account, requestId }) => `${account} ${requestId}`,
  rowOf: messageRow,
  versionOf: (message) => JSON.stringify(message),
});
const clock = new ClockPanel(control, account, refresh);
const rules = new RulesPanel(control, account, refresh);

/** Begins anew, with the account that the field names; a hidden page asks nothing. */
async function begin(): Promise<void> {
  followed.abort();
  followed = new AbortController();
  const { signal } = followed;
  resetButton.textContent = `Reset ${account() ?? 'the mock'}`;
  while (!document.hidden && !signal.aborted) {
    const attempt = new AbortController();
    try {
      await followBoth(AbortSignal.any([signal, attempt.signal]));
    } catch (error) {
      attempt.abort();
      if (signal.aborted) return;
      showState(explain(error), false);
      await pause(retryMs);
    }
  }
}

/** Rejects when one of the two does. */
async function followBoth(signal: AbortSignal): Promise<void> {
  const name = account();
  const filter = name === undefined ? {} : { account: name };
  const isOver = () => signal.aborted;
  await Promise.all([
    follow<ReceivedRequest>(
      async (after) => {
        const found = await control.followRequests({ ...filter, ...after }, await patience(after, signal));
        return { resets: found.resets, entries: found.requests };
      },
      (entries) => {
        requests = entries;
        return refresh();
      },
      isOver,
    ),
    follow<SentCallback>(
      async (after) => {
        const found = await control.followCallbacks({ ...filter, ...after }, await patience(after, signal));
        return { resets: found.resets, entries: found.callbacks };
      },
      (entries) => {
        callbacks = entries;
        return refresh();
      },
      isOver,
    ),
  ]);
}

/** How long to wait for what comes after a number; all that is there is asked at once. */
async function patience(after: object, signal: AbortSignal): Promise<Following> {
  if (!('after' in after)) return { signal };
  await pause(pauseMs);
  return { atLeast: 1, waitSeconds, signal };
}

/** Shows all anew: what cannot be waited for is asked. */
async function refresh(): Promise<void> {
  showLists();
  try {
    const [counts] = await Promise.all([rules.refresh(), clock.refresh()]);
    write('summary', summaryOf(requests, callbacks, counts));
    showState('Live', true);
  } catch (error) {
    showState(explain(error), false);
  }
}

function showState(text: string, isGood: boolean): void {
  write('state', text);
  element('state', HTMLElement).classList.toggle('bad', !isGood);
}

function showLists(): void {
  const messages = messagesOf(requests, callbacks);
  const isShown = (failed: boolean) => failed || !failuresOnly.checked;
  const shownRequests = requests.filter((one) => isShown(!isFine(one))).toReversed();
  const shownCallbacks = callbacks.filter(({ result }) => isShown(!isTaken(result))).toReversed();
  const shownMessages = messages.filter((one) => isShown(lastStatusOf(one) === 'UNDELIVERED'));
  requestRows.show(shownRequests.slice(0, mostShown));
  callbackRows.show(shownCallbacks.slice(0, mostShown));
  messageRows.show(shownMessages.slice(0, mostShown));
  write('requests-count', countOf(shownRequests.length, requests.length, 'request'));
  write('callbacks-count', countOf(shownCallbacks.length, callbacks.length, 'callback'));
  write('messages-count', countOf(shownMessages.length, messages.length, 'message'));
  suggest('operations', ['scheduleMessage', ...requests.flatMap(({ operation }) => operation ?? [])]);
}

/** How many there are, and how many are listed, if not all. */
function countOf(shown: number, all: number, one: string): string {
  if (all === 0) return 'None yet. They appear here as they come.';
  const listed = Math.min(shown, mostShown);
  return listed === all
    ? `${counted(all, one)}, the newest first`
    : `${listed} of ${counted(all, one)}, the newest first`;
}

const suggestions = new Map<string, string>();

function suggest(id: string, names: readonly string[]): void {
  const unique = [...new Set(names)];
  const text = unique.join('\n');
  if (suggestions.get(id) === text) return;
  suggestions.set(id, text);
  const options = unique.map((name) => {
    const option = make('option', '');
    option.value = name;
    return option;
  });
  element(id, HTMLDataListElement).replaceChildren(...options);
}

async function suggestAccounts(): Promise<void> {
  try {
    suggest('accounts', (await control.listAccountNames()).names.toReversed());
  } catch (error) {
    showState(explain(error), false);
  }
}

async function reset(): Promise<void> {
  const name = account();
  const what = name === undefined ? 'the mock: all accounts and all it remembers' : `the account ${name}`;
  if (!confirm(`Reset ${what}?`)) return;
  try {
    await control.reset(name === undefined ? {} : { account: name });
    showState('Reset.', true);
  } catch (error) {
    showState(explain(error), false);
  }
}

element('filter', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  void begin();
});
accountField.addEventListener('focus', () => void suggestAccounts());
accountField.addEventListener('change', () => void begin());
failuresOnly.addEventListener('change', showLists);
resetButton.addEventListener('click', () => void reset());
document.addEventListener('visibilitychange', () => void begin());
void suggestAccounts();
void begin();
