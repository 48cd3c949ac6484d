import { verdictOf } from '../../oracle/fault.ts';
import { buildCase, type Case } from '../../scenario/build-case.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { lacking } from '../../scenario/unavailable.ts';
import { skip } from '../phase-context.ts';
import { isAccepted } from '../state/is-accepted.ts';
import { requireCase } from '../try-case.ts';
import type { CallbackContext } from './callback-context.ts';
import { anyReason } from './provoke.ts';
import { isAbout, statusEvents } from './status-events.ts';

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
            {
              check: 'callback',
              clause: '4.1/rule-6',
              severity: 'error',
              expected: 'no callback, since the request was refused',
              actual: `${first.status} with ${first.reason}`,
            } as const,
          ];
    recorder.record({ scenario, request, verdict: verdictOf(faults) });
  }
}
