import type { Contract, DemoNumber, ReasonEntry } from '@cascade/contract';
import { draftOf, schedulingPath } from './draft.ts';
import { reasonTemplate } from './link.ts';
import type { Template } from './page-protocol.ts';

/** A cascade of the samples, as far as a message needs it. */
export interface SampleCascade {
  readonly id: number;
  readonly stages: readonly { readonly channel: string }[];
}

const operations = 'Requests that pass';
const undelivered = 'Callbacks that report a reason';
/** Reachable by SMS only (demo-numbers.yaml). */
const smsOnlyNumber = '+12025550130';
/** Reported on each channel as delivered. */
const reachableNumber = '+12025550199';

/** A request that passes for each operation, named by its `operationId`; the first one is the form's default. */
export function operationTemplates(cascades: readonly SampleCascade[]): readonly Template[] {
  const longest = cascades.toSorted((a, b) => b.stages.length - a.stages.length)[0];
  if (longest === undefined) throw new Error('the samples have no cascade');
  return [
    {
      name: 'scheduleMessage',
      group: operations,
      label: '200 a message falls through its stages to SMS',
      draft: messageTo(smsOnlyNumber, longest),
    },
    {
      name: 'delivered',
      group: operations,
      label: '200 a message is delivered by the first stage',
      draft: messageTo(reachableNumber, longest),
    },
    operation('listCascades', 'the cascades of the account', '/api/cascade/get-all', {}),
    operation('listMessages', 'the latest messages and their status', '/api/messages/history', {}),
    operation('setCallback', 'another callback address', '/api/callback/set', {
      statusCallbackUrl: 'https://receiver.example.test/status',
    }),
  ];
}

/**
 * A message that provokes each reason by its demo number (ADR-0038), on a channel that reports the reason.
 * @throws {Error} if a reason has no number, or its channel no cascade.
 */
export function reasonTemplates(
  { reasons, demoNumbers }: Pick<Contract, 'reasons' | 'demoNumbers'>,
  cascades: readonly SampleCascade[],
): readonly Template[] {
  return reasons.map(({ reason, channels }) => {
    const { number, channel } = placeOf(reason, channels, demoNumbers);
    const cascade = cascades.find(({ stages }) => stages[0]?.channel === channel);
    if (cascade === undefined) throw new Error(`no cascade of the samples starts with ${channel}`);
    return {
      name: reasonTemplate(reason),
      group: undelivered,
      label: `${reason} on ${channel}`,
      draft: messageTo(number, cascade),
    };
  });
}

function placeOf(
  reason: ReasonEntry['reason'],
  channels: ReasonEntry['channels'],
  demoNumbers: readonly DemoNumber[],
): { readonly number: string; readonly channel: string } {
  for (const { number, outcomes, receipts, failures } of demoNumbers) {
    if (receipts.length > 0 || failures !== 0) continue;
    for (const channel of channels.length > 0 ? channels : Object.keys(outcomes))
      if (outcomes[channel]?.reason === reason) return { number, channel };
  }
  throw new Error(`no demo number provokes ${reason}`);
}

function operation(name: string, says: string, path: string, body: object): Template {
  return { name, group: operations, label: `200 ${says}`, draft: post(path, body) };
}

/** A message with the same text for each stage of a cascade. */
function messageTo(address: string, { id, stages }: SampleCascade) {
  const content = stages.map(({ channel }) => [
    `${channel.toLowerCase()}Content`,
    { contentType: 'TEXT', text: 'Your order 4821 is ready' },
  ]);
  return post(schedulingPath, {
    requestId: '7c42344c-aeea-41c9-834b-eb627136f400',
    cascadeId: id,
    subscriberFilter: { address, type: 'PHONE' },
    content: Object.fromEntries(content),
  });
}

function post(path: string, body: object) {
  return draftOf({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', 'x-api-key': 'demo-key' },
    body,
  });
}
