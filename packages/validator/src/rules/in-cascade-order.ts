import { channels, contentMember } from '../channels.ts';
import type { CascadeShape } from '../judgement.ts';
import type { Violation } from '../violation.ts';

/** Violations in the order of the stages that they belong to; those outside `content` first (ADR-0009). */
export function inCascadeOrder(
  violations: readonly Violation[],
  cascade: CascadeShape | undefined,
): Violation[] {
  const stages = cascade?.stages ?? channels;
  const members = stages.map(({ channel }) => contentMember(channel));
  const place = ({ pointer }: Violation) =>
    members.findIndex((member) => isBelow(pointer, `/content/${member}`));
  return violations.toSorted((a, b) => place(a) - place(b));
}

function isBelow(pointer: string, ancestor: string): boolean {
  return pointer === ancestor || pointer.startsWith(`${ancestor}/`);
}
