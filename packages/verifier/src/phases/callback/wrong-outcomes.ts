import { isAccepted } from '../../exchange/http-request.ts';
import type { Provocation } from '../../generated/profile.ts';
import { errorOf, inconclusive, type Verdict, verdictOf } from '../../oracle/fault.ts';
import type { Case } from '../../scenario/build-case.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { lacking } from '../../scenario/unavailable.ts';
import { tryScenario, untried } from '../phase-context.ts';
import { type CallbackContext, type CallbackTrial, type StatusEvent, toldOf } from './callback-context.ts';
import { anyReason, provoke } from './provoke.ts';

/** A message that was sent, and the verdict on what is told of it. */
export interface Watched {
  readonly scenario: Scenario;
  readonly sent: Case;
  readonly judge: (told: readonly StatusEvent[]) => Verdict;
}

/** Sends the message of each scenario, one after the other. */
export async function sendInTurn(
  context: CallbackContext,
  scenarios: readonly Scenario[],
  send: (trial: CallbackTrial) => Promise<Watched>,
): Promise<readonly Watched[]> {
  const watched: Watched[] = [];
  for (const scenario of scenarios) {
    const sent = await tryScenario(context, scenario, send);
    if (sent !== undefined) watched.push(sent);
  }
  return watched;
}

/** Records the verdicts on these messages, once the callbacks of later messages have arrived. */
export function judgeWatched(context: CallbackContext, watched: readonly Watched[]): void {
  for (const { scenario, sent, judge } of watched) {
    const verdict = judge(toldOf(context, sent.requestId));
    context.recorder.record({ scenario, request: sent.request, verdict });
  }
}

const isUndelivered = ({ status }: StatusEvent) => status === 'UNDELIVERED';
const written = ({ status, reason }: StatusEvent) => `${status} with ${reason}`;

interface Plan {
  readonly provocation: Provocation;
  readonly expected: string;
  readonly isWrong: (event: StatusEvent) => boolean;
}

/** Sends a message that must not end in a certain way; call it before messages are sent that must. */
export async function sendWatched(trial: CallbackTrial): Promise<Watched> {
  const { scenario } = trial;
  const { provocation, expected, isWrong } =
    scenario.given.procedure === 'delivered' ? reached(trial) : bySms(trial);
  const sent = await provoke(trial, provocation, 'the message was not accepted');
  const judge = (told: readonly StatusEvent[]) => {
    if (told.length === 0) return inconclusive('no callback came for the message');
    const wrong = told.filter(isWrong).slice(0, 1);
    return verdictOf(wrong.map((event) => errorOf('callback', expected, written(event))));
  };
  return { scenario, sent, judge };
}

function reached({ callback, profile }: CallbackTrial): Plan {
  if (callback.delivers === undefined)
    throw untried(
      lacking('/callback/delivers', 'the profile does not say that address is reached (callback.delivers)'),
    );
  // Of several stages each may be UNDELIVERED before another delivers (ADR-0048).
  const [only] = profile.cascades.find(({ stages }) => stages.length === 1)?.stages ?? [];
  if (only === undefined) throw untried('the profile has no cascade of one stage');
  const { channel } = only;
  return { provocation: { channel }, expected: 'anything but UNDELIVERED', isWrong: isUndelivered };
}

function bySms({ callback: { reasons = {} } }: CallbackTrial): Plan {
  const other = Object.entries(reasons).find(
    ([reason, { address, channel }]) => reason !== 'daily-rate-limit' && address !== undefined && !channel,
  );
  if (other === undefined) throw cannotProvoke('another reason on any channel');
  return {
    provocation: { ...other[1], channel: 'SMS' },
    expected: 'any other reason, since the limit is of chattwo',
    isWrong: (event) => isUndelivered(event) && event.reason === 'daily-rate-limit',
  };
}

function cannotProvoke(what: string) {
  return untried(
    lacking(`/callback/reasons/${anyReason}`, `the profile has no address that provokes ${what}`),
  );
}

/**
 * Sends a request that is refused, to an address that would provoke a callback: it must have none once those of later
 * requests have arrived (§4.1 rule 6).
 */
export async function sendRefused(trial: CallbackTrial): Promise<Watched> {
  const { scenario, callback, target } = trial;
  const address = Object.values(callback.reasons ?? {}).find((each) => each.address !== undefined)?.address;
  if (address === undefined) throw cannotProvoke('a callback');
  const edits = [...(scenario.when.edits ?? []), { set: '/subscriberFilter/address', to: address }];
  const sent = trial.build({ when: { edits } });
  if (isAccepted(await target.send(sent.request)))
    throw untried('the request that was to be refused was accepted');
  const expected = 'no callback, since the request was refused';
  const judge = (told: readonly StatusEvent[]) =>
    verdictOf(told.slice(0, 1).map((event) => errorOf('callback', expected, written(event), '4.1/rule-6')));
  return { scenario, sent, judge };
}
