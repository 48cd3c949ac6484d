import { type Contract, type ReasonEntry, readContract } from '@cascade/contract';
import { stringify } from 'yaml';
import { banner, type GeneratedFile } from './generated-file.ts';

/** spec/scenarios/generated: for each reason of §7.4, that a provider reports it and that a receiver takes it. */
export function reasonScenarios(): GeneratedFile[] {
  const { reasons, clauses } = readContract();
  return reasons.flatMap((reason) => [reportedBy(reason, clauses), takenBy(reason)]);
}

/** Clauses of these kinds bind the provider; the others describe, or bind the consumer. */
const bindingKinds = ['reason', 'limit', 'rule'];

function reportedBy({ reason, clauses: cited }: ReasonEntry, clauses: Contract['clauses']): GeneratedFile {
  const [own, ...others] = cited.filter((id) => bindingKinds.includes(clauses.get(id)?.kind ?? ''));
  const always = [
    '6/undelivered-event',
    '3/UNDELIVERED',
    '3/UNDELIVERED-on-callback',
    '1/undelivered-with-reason',
  ];
  return scenario(`reason-${reason}`, {
    says: `The callback reports UNDELIVERED with ${reason}.`,
    phase: 'callback',
    clauses: [own, ...always, ...others],
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
