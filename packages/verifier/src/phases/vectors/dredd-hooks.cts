// biome-ignore lint/correctness/noUndeclaredDependencies: Dredd itself provides this module to its hooks.
const { beforeAll } = require('hooks');
// As source or compiled: the compiler leaves the names in calls of `require` as they are.
const { pending } = require(`./transaction.${__filename.endsWith('.cts') ? 'ts' : 'js'}`);

/**
 * Replaces the transaction that Dredd has parsed by ours. An API Blueprint of all of them takes the
 * parser longer than everything else in a run.
 */
beforeAll((transactions: object[]) => {
  const [parsed] = transactions;
  transactions.splice(0, 1, ...pending.map((one: object) => ({ ...parsed, ...one })));
});
