import { banner, type GeneratedFile } from '@cascade/bundle';
import { type ReasonEntry, readContract } from '@cascade/contract';
import { stringify } from 'yaml';

/** spec/scenarios/generated: for each reason of §7.4, that a provider reports it and that a receiver takes it. */
export function reasonScenarios(): GeneratedFile[] {
  return readContract().reasons.flatMap((reason) => [reportedBy(reason), takenBy(reason)]);
}

/** A word at a demo number shows that the reason can be reported; that its rule holds, only a message can show that breaks it. */
function reportedBy({ reason }: ReasonEntry): GeneratedFile {
  return scenario(`reason-${reason}`, {
    says: `The callback reports UNDELIVERED with ${reason}.`,
    phase: 'callback',
    clauses: [
      `7.4/${reason}`,
      '6/undelivered-event',
      '3/UNDELIVERED',
      '3/UNDELIVERED-on-callback',
      '1/undelivered-with-reason',
    ],
    given: { procedure: 'reason' },
    // biome-ignore lint/suspicious/noThenProperty: a section of scenarios is called so.
    then: { reason },
  });
}

function takenBy({ reason }: ReasonEntry): GeneratedFile {
  return scenario(`receiver-takes-${reason}`, {
    says: `A receiver accepts UNDELIVERED with ${reason}.`,
    phase: 'consumers',
    clauses: [`7.4/${reason}`, '6/callback'],
    when: { event: { status: 'UNDELIVERED', error: reason } },
    // biome-ignore lint/suspicious/noThenProperty: as above.
    then: { taken: true },
  });
}

function scenario(id: string, value: object): GeneratedFile {
  return {
    path: `spec/scenarios/generated/${id}.yaml`,
    text: banner.yaml + stringify(value, { lineWidth: 0 }),
  };
}
