import type { NewBehaviour, NewScene, ReceivedRequest, SentCallback } from '../src/generated/control.ts';

const faults: Readonly<Record<NonNullable<NewBehaviour['fault']>, string>> = {
  'accept-and-lose': 'carried out, the answer is lost',
  torn: 'carried out, the answer is torn',
  drop: 'dropped before it is read',
  'proxy-error': 'the page of a proxy',
};

/** What a behaviour does, for people. */
export function behaviourInWords({ delaySeconds, answer, fault, proxyStatus = 502 }: NewBehaviour): string {
  const { code, status, retryAfterSeconds } = answer ?? {};
  return listed([
    delaySeconds !== undefined && `waits ${delaySeconds} s`,
    answer !== undefined && `answered ${code ?? status}`,
    retryAfterSeconds !== undefined && `Retry-After ${retryAfterSeconds} s`,
    fault !== undefined && faults[fault],
    fault === 'proxy-error' && String(proxyStatus),
  ]);
}

/** Which requests or messages a rule applies to, and how often. */
export function reachInWords(rule: NewBehaviour & NewScene, timesIfAbsent: string): string {
  const { account, operation, address, nth, share } = rule;
  const often = share === undefined ? timesIfAbsent : `a share of ${share.of}, seed ${share.seed}`;
  return listed([
    account !== undefined && `account ${account}`,
    operation,
    address !== undefined && `to ${address}`,
    nth !== undefined && `from number ${nth} on`,
    rule.times === undefined ? often : times(rule.times),
  ]);
}

/** What a scene does, for people. */
export function sceneInWords({ stages = [], callbacks = [] }: NewScene): string {
  return [
    ...stages.map(({ channel = 'each channel', noResponse = 0, response, reason, receipts = [] }) => {
      const later = receipts.map(({ status, afterSeconds }) => `${status} after ${afterSeconds} s`);
      const said = response === undefined ? [] : [response];
      return `${channel}: ${listed([noResponse > 0 && `no response, ${times(noResponse)}`, ...said, reason, ...later])}`;
    }),
    ...callbacks.map(({ status = 'each event', channel, delaySeconds, repeat, drop }) => {
      const what = listed([
        drop === true && 'never sent',
        delaySeconds !== undefined && `${delaySeconds} s later`,
        repeat !== undefined && `${times(repeat)} again`,
      ]);
      return `callback of ${status}${channel === undefined ? '' : ` on ${channel}`}: ${what}`;
    }),
  ].join('; ');
}

/** Counts, as `2 requests`. */
export function counted(number: number, one: string): string {
  return `${number.toLocaleString('en')} ${one}${number === 1 ? '' : 's'}`;
}

/** What came, in one sentence. */
export function summaryOf(
  requests: readonly ReceivedRequest[],
  callbacks: readonly SentCallback[],
  rules: { readonly behaviours: number; readonly scenes: number },
): string {
  const fine = requests.filter(isFine).length;
  const cut = requests.filter((one) => one.status === null || isTorn(one)).length;
  const failed = callbacks.filter(({ result }) => !isTaken(result)).length;
  return (
    `${counted(requests.length, 'request')}: ${fine} fine, ${requests.length - fine - cut} refused, ${cut} without a whole answer. ` +
    `${counted(callbacks.length, 'callback attempt')}: ${callbacks.length - failed} taken, ${failed} not. ` +
    `Next: ${counted(rules.behaviours, 'behaviour')}, ${counted(rules.scenes, 'scene')}.`
  );
}

/** Whether the caller got what it asked for. */
export function isFine(request: ReceivedRequest): boolean {
  return request.status !== null && request.status < 400 && !isTorn(request);
}

/** Whether the caller got half of an answer. */
export function isTorn({ status, behaviour }: ReceivedRequest): boolean {
  return status !== null && behaviour?.fault === 'torn';
}

/** Whether the receiver took a callback. */
export function isTaken(result: string): boolean {
  return /^2\d\d\b/.test(result);
}

/** How far off a time is. */
export function distance(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  if (Math.abs(seconds) < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return Math.abs(minutes) < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

function times(number: number): string {
  return number === 1 ? 'once' : `${number} times`;
}

function listed(parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => typeof part === 'string').join(', ');
}
