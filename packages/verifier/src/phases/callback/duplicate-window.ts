import { request as fetchFrom } from 'undici';
import { verdictOf } from '../../oracle/fault.ts';
import { buildCase } from '../../scenario/build-case.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { lacking } from '../../scenario/unavailable.ts';
import { skip } from '../phase-context.ts';
import { requireCase } from '../try-case.ts';
import type { CallbackContext } from './callback-context.ts';
import { isAbout, statusEvents } from './status-events.ts';

const windowInSeconds = 300;

/** Sends a message twice, 5 minutes apart on the provider's clock: the second is not a duplicate (§8). */
export async function duplicateWindow(context: CallbackContext, scenario: Scenario): Promise<void> {
  const { profile, target, callback, receiver, recorder, seconds } = context;
  if (profile.clock === undefined) return skip(context, scenario, lacking('/clock'));
  const first = requireCase(context, scenario, buildCase(profile, scenario));
  const second = first && requireCase(context, scenario, buildCase(profile, scenario));
  if (first === undefined || second === undefined) return;
  await target.send(first.request);
  const failure = await advance(profile.clock, windowInSeconds + 1);
  if (failure !== undefined) return skip(context, scenario, failure);
  await target.send(second.request);
  const told = () =>
    statusEvents(receiver.received, callback).filter((event) => isAbout(event, second.requestId));
  await receiver.until(() => told().length > 0, seconds * 1_000);
  if (told().length === 0) return skip(context, scenario, 'no callback came for the second message');
  const faults = told().some(({ reason }) => reason === 'duplicated')
    ? [
        {
          check: 'callback',
          severity: 'error',
          expected:
            'any other outcome than duplicated: the first message was sent more than 5 minutes before',
          actual: 'UNDELIVERED with duplicated',
        } as const,
      ]
    : [];
  recorder.record({ scenario, request: second.request, verdict: verdictOf(faults) });
}

async function advance(
  { method, url, body }: { method: string; url: string; body?: unknown },
  by: number,
): Promise<string | undefined> {
  const text = JSON.stringify(body ?? {})
    .replaceAll('"{seconds}"', String(by))
    .replaceAll('{seconds}', String(by));
  try {
    const answer = await fetchFrom(url, {
      method,
      headers: { 'content-type': 'application/json' },
      body: text,
      signal: AbortSignal.timeout(5_000),
    });
    await answer.body.dump();
    return answer.statusCode < 300 ? undefined : `clock: the provider answered ${answer.statusCode}`;
  } catch (error) {
    return `clock: the provider did not answer: ${error instanceof Error ? error.message : error}`;
  }
}
