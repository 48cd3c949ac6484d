import { insertAccounts, newItem, openEmptyStore, openIntake } from '../harness/intake.ts';
import { scenario } from '../harness/scenario.ts';
import { load, round } from '../harness/statistics.ts';

const callers = 64;
const seconds = 8;

export default scenario({
  says: 'Durable acceptance with group commit, against one transaction for each request. Writes results/intake.json.',
  minutes: 0.5,
  examples: { '': 'as in the result file' },
  async run({ bed, report }) {
    const { pool } = await openEmptyStore(bed, { poolSize: 30 });
    const { intake, commit } = openIntake(pool);
    const [accountId = 0] = await insertAccounts(pool);
    const grouped = await load(callers, seconds, () => intake.submit(newItem(accountId)));
    const alone = await load(callers, seconds, () => commit([newItem(accountId)]));
    report({
      says: `${callers} callers, one account, ${seconds} s each: messages accepted durably, first job included`,
      groupCommit: grouped,
      oneTransactionEach: alone,
      ratio: round(grouped.perSecond / alone.perSecond),
    });
  },
});
