import { readListRequest } from '@cascade/lenient-requests';
import type { MessageHistoryRequest } from '@cascade/types';
import { judgeMessageHistory, serviceUnavailable } from '@cascade/validator';
import type { Pool } from 'pg';
import { filterOf } from '../history/filter.ts';
import { readPage } from '../history/find-entries.ts';
import { type ApiOperation, alone } from '../http/operation.ts';
import { withClient } from '../store/transaction.ts';

/**
 * Lists messages of the account and their status (ADR-0035).
 *
 * @param pool Connections of its own (see `createReadPool`): the intake never waits for readers.
 */
export function createListMessages(pool: Pool): ApiOperation {
  return async (account, sent, inTurn = alone) => {
    const body = readListRequest(sent, account.settings.lenient);
    const found = judgeMessageHistory(body);
    if (found !== undefined) return { problem: found };
    const filter = filterOf(body as MessageHistoryRequest);
    if (filter === undefined) return { body: { hasNext: false, content: [] } };
    const read = () => withClient(pool, (client) => readPage(client, account.id, filter));
    // Of one message, an index finds a few entries: a caller that follows its messages waits for no pages.
    const isOfOne = filter.requestKey !== undefined || filter.messageId !== undefined;
    const json = await (isOfOne ? read() : inTurn(read));
    return json === undefined ? { problem: serviceUnavailable('busy') } : { json };
  };
}
