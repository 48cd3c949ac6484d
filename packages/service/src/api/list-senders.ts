import {
  type DeclaredSenders,
  judgeTemplateList,
  listChannelProfiles as profilesOf,
  listTemplates as templatesOf,
} from '@cascade/validator';
import type { Account } from '../accounts/directory/account.ts';
import type { ApiOperation, ReadingOperation } from '../http/operation.ts';

/** Lists the senders of the account, or those on some channels (ADR-0059). */
export const listChannelProfiles: ReadingOperation = (account, query) => ({
  body: profilesOf(declaredBy(account), query),
});

/** Lists the templates of a sender (ADR-0059). */
export const listTemplates: ApiOperation = (account, body) => {
  const found = judgeTemplateList(body);
  return found === undefined ? { body: templatesOf(declaredBy(account), body) } : { problem: found };
};

function declaredBy({ cascades, senders, templates }: Account): DeclaredSenders {
  return { stages: [...cascades.values()].flatMap(({ stages }) => stages), senders, templates };
}
