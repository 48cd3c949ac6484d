import { channels, contentMember } from '../channels.ts';
import type { CascadeShape } from '../facts.ts';
import type { Violation } from '../violation.ts';

/** Sorts violations by the stage of their content; violations outside `content` come first (ADR-0009). */
export function inCascadeOrder(
  violations: readonly Violation[],
  cascade: CascadeShape | undefined,
): Violation[] {
  const stages = cascade?.stages ?? channels;
  const members = stages.map(({ channel }) => contentMember(channel));
  const position = ({ pointer }: Violation) =>
    members.findIndex((member) => isBelow(pointer, `/content/${member}`));
  return violations.toSorted((a, b) => position(a) - position(b));
}

function isBelow(pointer: string, ancestor: string): boolean {
  return pointer === ancestor || pointer.startsWith(`${ancestor}/`);
}
