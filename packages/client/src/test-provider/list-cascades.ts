import type { Cascade, CascadeStage } from '@cascade/types';
import type { TestCascade } from './account.ts';

/** A cascade as the provider lists it: each stage holds the next one; `decision` starts it (ADR-0013). */
export function listed({ id, name, stages }: TestCascade): Cascade {
  return {
    id,
    name: name ?? `cascade ${id}`,
    status: 'ACTIVE',
    stagesCount: stages.length,
    stages: nested(stages),
  };
}

function nested(stages: TestCascade['stages'], order = 0, ttl?: string): CascadeStage[] {
  const [first, ...rest] = stages;
  if (first === undefined) return [];
  const { uuid, channel, subject } = first;
  const name = subject?.subject ?? '';
  return [
    {
      uuid,
      order,
      decision: ttl === undefined ? null : { type: 'TTL', ttl },
      subject: { id: subject?.id ?? 1, name, subject: name, type: channel },
      stages: nested(rest, order + 1, first.ttl),
    },
  ];
}
