/** The coordinator of a cluster, with its superuser; tests then run on that cluster. */
export const testClusterUrl = process.env.CASCADE_TEST_CLUSTER ?? '';

const migrations = 'migrates a schema whose tables are not distributed';
const registers = 'registers a URL, which a cluster does at its coordinator, beside what it does on a node';
const plans = 'reads a plan of a single PostgreSQL; a cluster shows one of its coordinator';

/**
 * Files about what a replica does on the node of a shard: their pool uses the tables as the node knows them.
 * That of the others goes through the coordinator, as commands do and whatever changes accounts.
 */
export const onTheNode: readonly RegExp[] = [
  /^src\/audit\/audit-daily/,
  /^src\/(?:back-pressure|due|engine|intake|observability\/pages|retention)\//,
  /^src\/callbacks\/(?!callback-headers)/,
  /^src\/gateways\/(?:match|part)-receipts/,
  /^test\/(?:receiver-outage|stopped-replica)/,
];

/**
 * Tests that say nothing about a cluster, or cannot run on one, with the reason: left out while
 * `CASCADE_TEST_CLUSTER` is set. By file, or by the name of a test within a file (`file > test`).
 */
export const notOnACluster: Readonly<Record<string, string>> = {
  'src/store/upgrade.test.ts': migrations,
  'test/released-schema.test.ts': migrations,
  'src/store/migrate.test.ts > the migrations of the service apply to an empty database, with a comment on each table':
    migrations,
  'src/store/hot-plans.test.ts': plans,
  'src/store/prepared.test.ts > a statement planned while its table was empty still finds its rows by index':
    plans,
  'src/store/connection/connection.test.ts': 'reaches the private PostgreSQL by its socket',
  'src/store/connection/why-unusable.test.ts > a read-only database is said to be one, until it takes writes':
    'makes its database read-only, which is a setting of one server',
  'src/callbacks/recovery.test.ts > an account that registers the same URL does not wait for the end of the pause, on any replica':
    registers,
  'src/callbacks/recovery.test.ts > an account that registers another one does not wait for the end of the pause, on any replica':
    registers,
  'src/callbacks/start-callbacks.test.ts > a failed attempt > with 410 that was under way while the URL was registered again disables nothing, and its event is sent again':
    registers,
  'src/callbacks/start-callbacks.test.ts > a failed attempt > with 410 that was under way while the URL was removed and registered disables nothing, and its event is sent again':
    registers,
  'src/observability/oldest-snapshot.test.ts > a transaction that keeps dead rows is as old as its begin, and its end is seen':
    'the upkeep of a cluster has snapshots of its own',
  'src/history/history.test.ts > a read that waits too long is answered with 503 and Retry-After, and the intake goes on':
    'locks a table of the coordinator, which no replica reads',
  'src/engine/schedules.test.ts':
    'applies accounts, which a cluster does at its coordinator, beside what it does on a node',
  'src/engine/locked-rows.test.ts': 'keeps its jobs in a plain table, which no other node has',
  'src/testing/test-database.test.ts > a test database > is used with the rights of the service: not as a superuser':
    'on a cluster, test databases belong to its superuser',
};
