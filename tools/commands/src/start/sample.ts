import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A request of spec/samples/requests.json and its expected answer. */
export interface Sample {
  readonly name: string;
  readonly request: unknown;
  readonly status: number;
  /** `<…>` in a text matches anything; without an answer only the status counts. */
  readonly answer?: unknown;
}

/** The samples of the contract. */
export function readSamples(): readonly Sample[] {
  const file = fileURLToPath(import.meta.resolve('@cascade/spec/samples/requests.json'));
  const { cases }: { cases: readonly Sample[] } = JSON.parse(readFileSync(file, 'utf8'));
  return cases;
}

/** Whether the real answer has every member of the expected one. */
export function isAsExpected(expected: unknown, real: unknown): boolean {
  if (typeof expected === 'string') return typeof real === 'string' && textPattern(expected).test(real);
  if (typeof expected !== 'object' || expected === null) return Object.is(expected, real);
  if (typeof real !== 'object' || real === null) return false;
  return Object.entries(expected).every(([key, value]) => isAsExpected(value, Reflect.get(real, key)));
}

function textPattern(text: string): RegExp {
  const escaped = text.split(/<[^>]*>/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join('.+')}$`, 's');
}
