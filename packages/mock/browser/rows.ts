import type { Behaviour, KeptScene, ReceivedRequest, SentCallback } from '../src/generated/control.ts';
import { button, json, make, time } from './elements.ts';
import { lastStatusOf, type ShownMessage, type ShownStage } from './messages.ts';
import { behaviourInWords, counted, isFine, isTaken, isTorn, reachInWords, sceneInWords } from './words.ts';

/** What came, how it was judged, and why. */
export function requestRow(request: ReceivedRequest): HTMLElement {
  const { number, receivedAt, method, path, account, operation, status, address, body } = request;
  const facts = [`#${number}`, account ?? 'no valid key', address ?? ''].filter((one) => one !== '');
  const summary = make(
    'summary',
    '',
    make(
      'span',
      `status ${isFine(request) ? 'good' : 'bad'}`,
      isTorn(request) ? `${status} torn` : String(status ?? 'no answer'),
    ),
    make('span', 'what', operation ?? `${method} ${path}`),
    time(receivedAt),
    ...reasonsOf(request),
    make('span', 'facts', facts.join(' · ')),
  );
  const kept =
    body === undefined ? make('p', '', 'No JSON body was kept.') : json(body, 'Body of the request');
  return make('li', 'entry', make('details', '', summary, make('p', '', `${method} ${path}`), kept));
}

function reasonsOf({ code, detail, unread, behaviour }: ReceivedRequest): readonly HTMLElement[] {
  const judged = code === null ? [] : [make('span', 'why', detail === null ? code : `${code}: ${detail}`)];
  const left = unread.length === 0 ? [] : [`Never read, its switch is off: ${unread.join(', ')}`];
  const behaved = behaviour === undefined ? [] : [`Behaviour: ${behaviourInWords(behaviour)}`];
  const notes = [...left, ...behaved].map((text) => make('span', 'why wait', text));
  return [...judged, ...notes];
}

/** Where an event went, and what became of it. */
export function callbackRow(callback: SentCallback): HTMLElement {
  const { sentAt, account, attempt, to, result, nextAt, event } = callback;
  const { status = 'event', channelType = '', error = null, requestId = '' } = Object(event);
  const [first = '', ...more] = result.split(/[:,] /);
  const name = [status, channelType === '' ? '' : `on ${channelType}`, error ?? ''];
  const made = attempt === 0 ? 'no attempt' : `attempt ${attempt}`;
  const facts = [made, to ?? 'no address', account, shortened(String(requestId))];
  const summary = make(
    'summary',
    '',
    make('span', `status ${isTaken(result) ? 'good' : 'bad'}`, first),
    make('span', 'what', name.filter((one) => one !== '').join(' ')),
    time(sentAt),
    ...(more.length === 0 ? [] : [make('span', 'why', more.join(', '))]),
    ...(nextAt === null ? [] : [make('span', 'why wait', 'Again at ', time(nextAt))]),
    make('span', 'facts', facts.filter((one) => one !== '').join(' · ')),
  );
  return make('li', 'entry', make('details', '', summary, json(event, 'Event')));
}

/** Enough of a request id to tell messages apart. */
function shortened(requestId: string): string {
  return requestId.slice(0, 8);
}

const colours: Readonly<Record<string, string>> = { DELIVERED: 'good', READ: 'good', UNDELIVERED: 'bad' };

/** A message with its way through the stages. */
export function messageRow(message: ShownMessage): HTMLElement {
  const { requestId, account, address, stages } = message;
  const outcome = lastStatusOf(message);
  const first = stages[0]?.steps[0]?.at;
  const summary = make(
    'summary',
    '',
    make('span', `status ${colours[outcome] ?? 'wait'}`, outcome),
    make('span', 'what', address ?? 'address not known'),
    ...(first === undefined ? [] : [time(first, true)]),
    stages.length === 0
      ? make('span', 'facts', 'No event yet.')
      : make('ol', 'stages', ...stages.map(stageRow)),
    make('span', 'facts', `${account} · ${shortened(requestId)}`),
  );
  const steps = stages.flatMap(({ channel, steps }) =>
    steps.map(({ at, status, error }) =>
      make('li', '', time(at), [channel, status, error ?? ''].join(' ').trim()),
    ),
  );
  return make(
    'li',
    'entry message',
    make('details', '', summary, make('p', '', requestId), make('ol', 'steps', ...steps)),
  );
}

function stageRow({ channel, steps }: ShownStage): HTMLElement {
  const texts = steps.map(({ status, error, isLate }) => {
    const what = error === null ? status : `${status} (${error})`;
    return make('span', colours[status] ?? '', isLate ? `${what} late, after the fallback` : what);
  });
  const way = texts.flatMap((step, at) => (at === 0 ? [step] : [' → ', step]));
  return make('li', 'stage', make('span', 'channel', channel), make('span', '', ...way));
}

/** A behaviour that may still apply, with a button that removes it. */
export function behaviourRow({ id, applied, behaviour }: Behaviour, remove: () => void): HTMLElement {
  return ruleRow(behaviourInWords(behaviour), reachInWords(behaviour, 'once'), applied, {
    label: `Remove behaviour ${id}`,
    remove,
  });
}

/** A scene that may still apply, with a button that removes it. */
export function sceneRow({ id, applied, scene }: KeptScene, remove: () => void): HTMLElement {
  return ruleRow(sceneInWords(scene), reachInWords(scene, 'each message'), applied, {
    label: `Remove scene ${id}`,
    remove,
  });
}

function ruleRow(
  what: string,
  reach: string,
  applied: number,
  { label, remove }: { readonly label: string; readonly remove: () => void },
): HTMLElement {
  const facts = make('span', 'hint', ` ${reach}; applied ${counted(applied, 'time')}`);
  return make(
    'li',
    'rule',
    make('span', '', make('strong', '', what), facts),
    button('Remove', label, remove),
  );
}
