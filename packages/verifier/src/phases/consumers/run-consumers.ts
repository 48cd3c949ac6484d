import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Target } from '../../exchange/create-target.ts';
import type { HttpRequest } from '../../exchange/http-request.ts';
import { isAccepted } from '../../exchange/http-request.ts';
import { errorOf, verdictOf } from '../../oracle/fault.ts';
import type { Recorder } from '../../report/recorder.ts';
import type { Scenario } from '../../scenario/scenario.ts';

/** What every scenario for a receiver needs. */
export interface ConsumerContext {
  readonly target: Target;
  readonly scenarios: readonly Scenario[];
  readonly recorder: Recorder;
  readonly secret?: string;
}

/** Sends a receiver every reason, both spellings, unlisted codes and unknown members (§6, §7, §9). */
export async function runConsumers(context: ConsumerContext): Promise<void> {
  for (const scenario of context.scenarios) {
    const { procedure } = scenario.given;
    if (procedure === 'forged' && context.secret === undefined) {
      const why = 'no --secret was given, so no signature can be forged';
      context.recorder.record({ scenario, verdict: { kind: 'inconclusive', why } });
      continue;
    }
    await fire(context, scenario);
  }
}

async function fire({ target, recorder, secret }: ConsumerContext, scenario: Scenario): Promise<void> {
  const { procedure } = scenario.given;
  const request =
    procedure === 'head'
      ? { method: 'HEAD', path: '', headers: {}, body: '' }
      : statusCallback(scenario, procedure === 'forged' ? forgingSecret : secret);
  if (procedure === 'twice') await target.send(request);
  const outcome = await target.send(request);
  const { taken = true } = scenario.expects;
  const actual = 'none' in outcome ? outcome.says : `status ${outcome.status}`;
  const expected = taken ? 'acceptance of the callback (2xx)' : 'refusal of the callback (no 2xx)';
  const isRight = !('none' in outcome) && isAccepted(outcome) === taken;
  const faults = isRight ? [] : [errorOf('receiver', expected, actual)];
  recorder.record({ scenario, request, verdict: verdictOf(faults) });
}

const forgingSecret = `whsec_${Buffer.from('no receiver was given this secret').toString('base64')}`;

/** A callback in the shape that we assume (ADR-0015), signed if there is a secret (ADR-0017). */
function statusCallback({ when }: Scenario, secret: string | undefined): HttpRequest {
  const now = new Date();
  const body = JSON.stringify({
    requestId: randomUUID(),
    messageId: 1,
    cascadeId: 4010,
    cascadeStageUUID: null,
    subject: 'verification',
    subjectId: 1,
    channelType: 'CHATTWO',
    statusAt: now.toISOString(),
    comment: null,
    ...when.event,
  });
  const id = `verify_${randomUUID()}`;
  const signed =
    secret === undefined
      ? {}
      : {
          'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
          'webhook-signature': new Webhook(secret).sign(id, now, body),
        };
  return {
    method: 'POST',
    path: '',
    headers: { 'content-type': 'application/json', 'webhook-id': id, ...signed },
    body,
  };
}
