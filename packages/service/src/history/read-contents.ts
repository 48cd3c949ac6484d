import type { ClientBase } from 'pg';
import { contentOf } from '../engine/content-of.ts';
import { membersOf } from '../json-object.ts';
import type { FoundEntry } from './find-entries.ts';

/** The JSON of the content of each entry's stage, in their order; `null` where there is none. */
export async function readContents(
  client: ClientBase,
  accountId: number,
  entries: readonly FoundEntry[],
): Promise<readonly string[]> {
  const ids = new Set(entries.map(({ messageId }) => messageId));
  const { rows } = await client.query<{ id: number; content: string }>(contentsOfMessages, [
    accountId,
    [...ids],
  ]);
  const contents = new Map(rows.map(({ id, content }) => [id, content]));
  return entries.map(({ messageId, stage }) => {
    const content = contents.get(messageId);
    if (content === undefined || stage === null) return 'null';
    return JSON.stringify(contentOf(membersOf(JSON.parse(content)), stage.channel) ?? null);
  });
}

/** As text, to be parsed one by one: a content takes many times the size of its JSON. */
const contentsOfMessages = `
select message_id as id, content::text as content from cascade.message_plans
where account_id = $1 and message_id = any($2::bigint[])`;
