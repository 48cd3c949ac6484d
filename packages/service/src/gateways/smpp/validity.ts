import type { DeclaredSmpp } from '../../generated/declared-service.ts';
import { StageOverError } from '../gateway-lane.ts';

/** How the SMSC learns when a stage ends. */
export type ValidityForm = NonNullable<DeclaredSmpp['validity']>;

/** Octets that a `validity_period` adds to a submit_sm, beside the zero of an empty one. */
export const validityOctets = 16;

const secondMs = 1_000;
const tenthMs = 100;
/** The most that a relative period can say in days. */
const longestMs = 31 * 86_400 * secondMs;

/**
 * The `validity_period` of a submit_sm that is written now (SMPP 3.4, §7.1.1), never longer than the
 * milliseconds until its stage ends; empty if it does not end.
 * @throws {StageOverError} if less than a second is left.
 */
export function validityPeriod(form: ValidityForm, leftMs: number | null, now: Date): string {
  if (form === 'none' || leftMs === null) return '';
  if (leftMs < secondMs) throw new StageOverError('its stage ends in less than a second');
  const most = Math.min(leftMs, longestMs);
  // The tenths of a relative period are ignored (§7.1.1.2).
  if (form === 'relative') return relative(Math.floor(most / secondMs));
  const tenths = Math.floor((now.getTime() + most) / tenthMs);
  return absolute(new Date(tenths * tenthMs));
}

/** `YYMMDDhhmmsst`, no quarters of an hour from UTC. */
function absolute(end: Date): string {
  const digits = end.toISOString().replace(/[^0-9]/g, '');
  return `${digits.slice(2, 15)}00+`;
}

/** Days, hours, minutes and seconds from the moment at which the SMSC reads it. */
function relative(seconds: number): string {
  const fields = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ];
  const digits = fields.map((field) => String(field).padStart(2, '0'));
  return `0000${digits.join('')}000R`;
}
