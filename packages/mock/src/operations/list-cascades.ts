import { readListRequest } from '@cascade/lenient-requests';
import type { Cascade, CascadeStage } from '@cascade/types';
import { isObject, judgeCascadeList } from '@cascade/validator';
import { problemOutcome } from '../outcome.ts';
import type { DeclaredCascade, DeclaredStage } from '../provider/provider.ts';
import type { Operation } from './operation.ts';

/** Lists the cascades of the account, from `offset`, at most `limit` (ADR-0013). */
export const listCascades: Operation = ({ account, body: sent }) => {
  const body = readListRequest(sent, account.lenient);
  const found = judgeCascadeList(body);
  if (found !== undefined) return problemOutcome(found);
  const { offset, limit } = isObject(body) ? body : {};
  const start = typeof offset === 'number' ? offset : 0;
  const end = typeof limit === 'number' ? start + limit : undefined;
  const page = account.cascades.slice(start, end).map(toRecord);
  return { status: 200, example: 'cascades', fill: () => page };
};

function toRecord({ id, name, stages }: DeclaredCascade): Cascade {
  return { id, name, status: 'ACTIVE', stagesCount: stages.length, stages: nest(stages) };
}

/** Each stage holds the next one in its own `stages`; its `decision` is what starts it, the TTL of the stage before. */
function nest(stages: readonly DeclaredStage[], order = 0, startsAfter?: string): CascadeStage[] {
  const [first, ...rest] = stages;
  if (first === undefined) return [];
  const { uuid, channel, ttl, subject } = first;
  return [
    {
      uuid,
      order,
      decision: startsAfter === undefined ? null : { type: 'TTL', ttl: startsAfter },
      subject: { id: subject.id, name: subject.subject, subject: subject.subject, type: channel },
      stages: nest(rest, order + 1, ttl),
    },
  ];
}
