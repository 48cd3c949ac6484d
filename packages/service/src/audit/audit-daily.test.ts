import { stageOf } from '@cascade/transition/testing';
import { expect, test } from 'vitest';
import { heardLog } from '../testing/heard-log.ts';
import { addAccount, insertMessage } from '../testing/rows.ts';
import { named, withTestDatabase } from '../testing/test-database.ts';
import { auditDaily } from './audit-daily.ts';

const database = withTestDatabase();

/** A message under way that nothing will move on. */
async function forgottenMessage(): Promise<number> {
  const accountId = await addAccount(database.pool, { balance: 10 });
  return insertMessage(database.pool, { accountId, plan: [stageOf({ price: 1 })] });
}

test('the service audits once a day, and tells what it found', async () => {
  const messageId = await forgottenMessage();
  const log = heardLog();
  const found: unknown[] = [];
  const audit = () =>
    auditDaily(database.pool, {
      log,
      signal: new AbortController().signal,
      onFindings: (kind, count) => void found.push([kind, count]),
    });
  await audit();
  expect(found).toEqual([['forgotten', 1]]);
  expect(log.error).toHaveBeenCalledWith(
    { kind: 'forgotten', count: 1, messageIds: [messageId] },
    expect.stringContaining('RUNBOOK.md'),
  );
  await audit();
  expect(found).toHaveLength(1);
  await database.pool.query(
    named("update cascade.sweeps set done_until = done_until - interval '25 hours' where name = 'audit'"),
  );
  await audit();
  expect(found).toHaveLength(2);
});

test('an audit that was stopped, or that failed, starts anew', async () => {
  await database.pool.query("delete from cascade.sweeps where name = 'audit'");
  const log = heardLog();
  const stopping = new AbortController();
  const audit = (signal: AbortSignal) => auditDaily(database.pool, { log, signal, onFindings: () => {} });
  stopping.abort();
  await audit(stopping.signal);
  expect(log.info).not.toHaveBeenCalled();
  await database.pool.query('alter table cascade.messages rename to messages_away');
  await expect(audit(new AbortController().signal)).rejects.toThrow('messages');
  await database.pool.query('alter table cascade.messages_away rename to messages');
  await audit(new AbortController().signal);
  expect(log.info).toHaveBeenCalledOnce();
});
