import { listedCode } from './catalogue.ts';

/**
 * The codes that are right for a request with several faults, each of which has its own codes: those of the
 * faults that no other fault certainly precedes (§4.1). Where rules overlap, any of their codes is right.
 */
export function deservedCodes(faults: readonly (readonly string[])[]): string[] {
  const ranges = faults.map((codes) => ({ codes, ...rangeOf(codes) }));
  const open = ranges.filter(({ first }) => ranges.every(({ last }) => first <= last));
  return [...new Set(open.flatMap(({ codes }) => codes))];
}

function rangeOf(codes: readonly string[]): { first: number; last: number } {
  const rules = codes.map((code) => listedCode(code)?.rules ?? [0, 5]);
  return {
    first: Math.min(...rules.map(([first]) => first)),
    last: Math.max(...rules.map(([, last]) => last)),
  };
}
