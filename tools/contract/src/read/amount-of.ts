import type { LimitEntry } from './entries.ts';

/** Characters, buttons; one of them is a button. */
export function unitOf({ value, unit }: Pick<LimitEntry, 'value' | 'unit'>): string {
  return value === 1 ? unit.replace(/s$/, '') : unit;
}

/** The value of a limit with its unit. */
export function amountOf(limit: Pick<LimitEntry, 'value' | 'unit'>): string {
  return `${limit.value.toLocaleString('en')} ${unitOf(limit)}`;
}
