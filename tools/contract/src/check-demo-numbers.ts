import { didYouMean, type FileFault, findDuplicates } from '@cascade/yaml-file';
import { type DemoNumberEntry, isReasonOn } from './demo-numbers.ts';
import type { ReasonEntry } from './entries.ts';
import type { Listed } from './read-catalogue.ts';

/**
 * Each number once, each reason by a number, reasons only where the catalogue has them, and receipts that lead to
 * the outcome.
 */
export function checkDemoNumbers(
  { file, entries }: Listed<DemoNumberEntry>,
  reasons: readonly ReasonEntry[],
): FileFault[] {
  const numbers = entries.map(({ number }, i) => ({ value: number, pointer: `/${i}/number` }));
  return [
    ...findDuplicates(numbers, 'number').map(file.locate),
    ...entries.flatMap((entry, i) => [
      ...reasonFaults(entry, reasons).map((message) => file.locate({ pointer: `/${i}`, message })),
      ...receiptFaults(entry, reasons).map((message) => file.locate({ pointer: `/${i}/receipts`, message })),
    ]),
    ...reasons
      .filter(({ reason }) => !entries.some((entry) => entry.reason === reason))
      .map(({ reason }) => file.locate({ pointer: '', message: `no number has the reason ${reason}` })),
  ];
}

function reasonFaults({ reason, reasons: byChannel = {} }: DemoNumberEntry, known: readonly ReasonEntry[]) {
  const names = known.map((entry) => entry.reason);
  const used = [...(reason === undefined ? [] : [reason]), ...Object.values(byChannel)];
  const misplaced = Object.entries(byChannel).filter(
    ([channel, one]) => names.includes(one) && !isReasonOn(channel, one, known),
  );
  return [
    ...used
      .filter((one) => !names.includes(one))
      .map((one) => `${one} is not in reasons.yaml${didYouMean(one, names)}`),
    ...misplaced.map(([channel, one]) => `${one} is not a reason of ${channel} in reasons.yaml`),
  ];
}

function receiptFaults(
  { status = 'UNDELIVERED', reason, failures = 0, receipts = [] }: DemoNumberEntry,
  known: readonly ReasonEntry[],
): string[] {
  const isEverywhere = known.some((entry) => entry.reason === reason && entry.channels.length === 0);
  const leads = receipts.some((receipt) => receipt.status === status);
  const [first] = receipts;
  if (first === undefined && status === 'READ') return ['a status READ needs a receipt: no response has it'];
  if (first !== undefined && !leads) return [`expected a receipt with the outcome ${status}, found none`];
  if (status === 'UNDELIVERED' && (first !== undefined || failures !== 0) && !isEverywhere)
    return ['receipts and failures are the same on every channel: expected a reason without channels'];
  return [];
}
