import { readListRequest } from '@cascade/lenient-requests';
import type { Cascade, CascadeStage } from '@cascade/types';
import { judgeCascadeList } from '@cascade/validator';
import type { AccountCascade, AccountStage } from '../accounts/directory/account.ts';
import type { ApiOperation } from '../http/operation.ts';
import { membersOf } from '../json-object.ts';

/** Lists the cascades of the account, or a page of them, in the order of their ids (ADR-0013). */
export const listCascades: ApiOperation = (account, sent) => {
  const body = readListRequest(sent, account.settings.lenient);
  const found = judgeCascadeList(body);
  if (found !== undefined) return { problem: found };
  const { offset = 0, limit } = membersOf(body);
  const start = Number(offset);
  const end = limit === undefined ? undefined : start + Number(limit);
  return { body: [...account.cascades.values()].slice(start, end).map(toRecord) };
};

function toRecord({ id, name, stages }: AccountCascade): Cascade {
  return { id, name, status: 'ACTIVE', stagesCount: stages.length, stages: nest(stages) };
}

/**
 * Each stage holds the next one in its own `stages`; its `decision` is what starts it, the TTL of the stage
 * before.
 */
function nest(stages: readonly AccountStage[], order = 0, startsAfter: number | null = null): CascadeStage[] {
  const [first, ...rest] = stages;
  if (first === undefined) return [];
  const { uuid, ttlSeconds, subjectId, subject, channel } = first;
  const name = subject ?? '';
  return [
    {
      uuid,
      order,
      decision: startsAfter === null ? null : { type: 'TTL', ttl: clock(startsAfter) },
      subject: { id: subjectId ?? 0, name, subject: name, type: channel },
      stages: nest(rest, order + 1, ttlSeconds),
    },
  ];
}

/** HH:MM:SS. */
function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
