import type { Target } from '../exchange/create-target.ts';
import { isObject, parseJson } from '../json.ts';
import { valueAt } from '../json-pointer.ts';
import type { Channel, ProfileCascade, ProfileStage } from '../profile/profile.ts';
import { problemOf } from '../setup/problem-of.ts';

/** The cascades that the provider lists (ADR-0013). @throws {Error} if it refuses the key or gives no answer. */
export async function listCascades(target: Target, key: string): Promise<ProfileCascade[]> {
  const outcome = await target.send({
    method: 'POST',
    path: '/api/cascade/get-all',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: '{}',
  });
  if ('none' in outcome) throw new Error(`--target ${target.url}: ${outcome.says}; start the provider first`);
  if (problemOf(outcome) === 'auth-error')
    throw new Error('--key: the provider refuses it (401 auth-error); pass a valid key');
  const listed = outcome.status === 200 ? parseJson(outcome.text) : undefined;
  return (Array.isArray(listed) ? listed : []).flatMap((record: unknown) => {
    const id = isObject(record) ? record.id : undefined;
    const stages = stagesOf(record);
    return typeof id === 'number' && stages.length > 0 ? [{ id, stages }] : [];
  });
}

const mostStages = 20;

/** Each stage holds the next; a cascade with a channel that the source does not have is left out. */
function stagesOf(record: unknown): ProfileStage[] {
  const stages: ProfileStage[] = [];
  let stage = valueAt(record, '/stages/0');
  for (; isObject(stage) && stages.length < mostStages; stage = valueAt(stage, '/stages/0')) {
    const channel = valueAt(stage, '/subject/type');
    if (!isChannel(channel)) return [];
    stages.push({ channel, ...(typeof stage.uuid === 'string' ? { uuid: stage.uuid } : {}) });
  }
  return stages;
}

export function isChannel(value: unknown): value is Channel {
  return value === 'SMS' || value === 'CHATONE' || value === 'CHATTWO';
}
