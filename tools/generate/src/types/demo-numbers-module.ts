import type { Contract } from '@cascade/contract';
import { banner } from '../generated-file.ts';
import { constant } from './constant.ts';

/** The demo numbers, in a module of their own: only mocks, simulators and tests need them. */
export function demoNumbersModule({ demoNumbers }: Contract): string {
  const facts = demoNumbers.map(({ number, outcomes, failures, receipts }) => [
    number,
    { outcomes, failures, receipts },
  ]);
  return [
    banner.code,
    constant(
      'Every demo number (ADR-0038) and what becomes of a message to it.',
      'demoNumbers',
      Object.fromEntries(facts),
    ),
  ].join('');
}
