import { scenarioOf } from '../exchange/http-request.ts';
import type { Outage } from '../exchange/watch-for-outages.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Recorder } from './recorder.ts';

const mostNamed = 10;

/**
 * Records an outage as one finding, that of the request after which it began. Returns what the report says of a
 * provider that did not answer again.
 */
export function recordOutage(
  recorder: Recorder,
  { request, says, others, cameBack }: Outage,
  seconds: number,
  otherwise: Scenario,
): string | undefined {
  const scenario = request?.[scenarioOf] ?? otherwise;
  const names = new Set(others.map((each) => each[scenarioOf]?.id ?? each.path));
  names.delete(scenario.id);
  const among = names.size === 0 ? '' : `; ${shorten([...names])} under way with it may be the cause as well`;
  const end = cameBack
    ? 'for a while the provider answered nothing'
    : `the provider stopped answering: a request that it had answered before got no answer for ${seconds} s`;
  const fault = {
    check: 'answers',
    clause: '4.1/error-response',
    severity: 'error',
    expected: 'an HTTP answer to this request, and to those after it',
    actual: `${says}, and ${end}${among}`,
  } as const;
  const verdict = { kind: 'mismatch', faults: [fault] } as const;
  recorder.record({ scenario, verdict, ...(request === undefined ? {} : { request }) });
  return cameBack ? undefined : `the provider stopped answering after ${scenario.id}`;
}

function shorten(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return `${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
