import { isAccepted } from '../../exchange/http-request.ts';
import type { Provocation } from '../../generated/profile.ts';
import { errorOf, verdictOf } from '../../oracle/fault.ts';
import { buildCase, type Case } from '../../scenario/build-case.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { isUnavailable, lacking, type Unavailable } from '../../scenario/unavailable.ts';
import { recordRefusal, requireCase, skip } from '../phase-context.ts';
import { type CallbackContext, isAbout, type StatusEvent, statusEvents } from './callback-context.ts';
import { anyReason, type Provoked, provoke } from './provoke.ts';

/** A message, and the outcome that it must not have. */
interface Watched {
  readonly scenario: Scenario;
  readonly sent: Provoked;
  readonly expected: string;
  readonly isWrong: (event: StatusEvent) => boolean;
}

/** Sends messages that must not end in a certain way; call it before messages are sent that must. */
export async function sendWatched(
  context: CallbackContext,
  scenarios: readonly Scenario[],
): Promise<readonly Watched[]> {
  const watched: Watched[] = [];
  for (const scenario of scenarios) {
    const plan = planOf(context, scenario);
    if (isUnavailable(plan)) {
      skip(context, scenario, plan);
      continue;
    }
    const sent = await provoke(context, scenario, plan.provocation);
    if (sent === undefined) continue;
    const { provoked: first, answer } = sent;
    if (!isAccepted(answer)) recordRefusal(context, scenario, first, answer, 'the message was not accepted');
    else watched.push({ scenario, sent, ...plan });
  }
  return watched;
}

interface Plan extends Pick<Watched, 'expected' | 'isWrong'> {
  readonly provocation: Provocation;
}

function planOf({ callback, profile }: CallbackContext, { given }: Scenario): Plan | Unavailable {
  const { reasons = {}, delivers } = callback;
  const isUndelivered = ({ status }: StatusEvent) => status === 'UNDELIVERED';
  if (given.procedure === 'delivered') {
    if (delivers === undefined)
      return lacking(
        '/callback/delivers',
        'the profile does not say that address is reached (callback.delivers)',
      );
    // Of several stages each may be UNDELIVERED before another delivers (ADR-0048).
    const [only] = profile.cascades.find(({ stages }) => stages.length === 1)?.stages ?? [];
    if (only === undefined) return { unavailable: 'the profile has no cascade of one stage' };
    const { channel } = only;
    return { provocation: { channel }, expected: 'anything but UNDELIVERED', isWrong: isUndelivered };
  }
  const other = Object.entries(reasons).find(
    ([reason, { address, channel }]) => reason !== 'daily-rate-limit' && address !== undefined && !channel,
  );
  if (other === undefined)
    return lacking(
      `/callback/reasons/${anyReason}`,
      'the profile has no address that provokes another reason on any channel',
    );
  return {
    provocation: { ...other[1], channel: 'SMS' },
    expected: 'any other reason, since the limit is of chattwo',
    isWrong: (event) => isUndelivered(event) && event.reason === 'daily-rate-limit',
  };
}

/** Judges the callbacks of these messages, once those of later messages have arrived. */
export function judgeWatched(context: CallbackContext, watched: readonly Watched[]): void {
  const events = statusEvents(context.receiver.received, context.callback);
  for (const { scenario, sent, expected, isWrong } of watched) {
    const { request, requestId } = sent.provoked;
    const told = events.filter((event) => isAbout(event, requestId));
    const wrong = told.find(isWrong);
    if (told.length === 0) skip(context, scenario, 'no callback came for the message');
    else if (wrong === undefined) context.recorder.record({ scenario, verdict: { kind: 'match' } });
    else {
      const actual = `${wrong.status} with ${wrong.reason}`;
      const fault = errorOf('callback', expected, actual);
      context.recorder.record({ scenario, request, verdict: { kind: 'mismatch', faults: [fault] } });
    }
  }
}

/** Sends requests that are refused, to an address that would provoke a callback. */
export async function sendRefused(context: CallbackContext, scenarios: readonly Scenario[]): Promise<Case[]> {
  const { profile, callback, target } = context;
  const address = Object.values(callback.reasons ?? {}).find((each) => each.address !== undefined)?.address;
  const refused: Case[] = [];
  for (const scenario of scenarios) {
    if (address === undefined) {
      skip(
        context,
        scenario,
        lacking(`/callback/reasons/${anyReason}`, 'the profile has no address that provokes a callback'),
      );
      continue;
    }
    const edits = [...(scenario.when.edits ?? []), { set: '/subscriberFilter/address', to: address }];
    const built = requireCase(context, scenario, buildCase(profile, { ...scenario, when: { edits } }));
    if (built === undefined) continue;
    if (isAccepted(await target.send(built.request)))
      skip(context, scenario, 'the request that was to be refused was accepted');
    else refused.push({ ...built, scenario });
  }
  return refused;
}

/** A refused request must have no callback once those of later requests have arrived (§4.1 rule 6). */
export function findRefused(
  { receiver, callback, recorder }: CallbackContext,
  refused: readonly Case[],
): void {
  const events = statusEvents(receiver.received, callback);
  for (const { scenario, requestId, request } of refused) {
    const told = events.filter((event) => isAbout(event, requestId));
    const [first] = told;
    const faults =
      first === undefined
        ? []
        : [
            errorOf(
              'callback',
              'no callback, since the request was refused',
              `${first.status} with ${first.reason}`,
              '4.1/rule-6',
            ),
          ];
    recorder.record({ scenario, request, verdict: verdictOf(faults) });
  }
}
