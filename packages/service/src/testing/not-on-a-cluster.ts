/**
 * Tests that say nothing about a cluster, or cannot run on one, with the reason: left out while `CASCADE_TEST_CLUSTER` is
 * set. By file, or by the name of a test within a file (`file > test`).
 */
export const notOnACluster: Readonly<Record<string, string>> = {
  'src/store/account-first.test.ts': 'migrations run before tables are distributed',
  'src/store/migrate.test.ts': 'migrations run before tables are distributed',
  'src/store/upgrade.test.ts': 'migrations run before tables are distributed',
  'src/store/only-builder.test.ts': 'migrations run before tables are distributed',
  'test/released-schema.test.ts': 'migrations run before tables are distributed',
  'src/store/hot-plans.test.ts': 'reads plans of a single PostgreSQL; those of Citus are plans of the node',
  'src/store/prepared.test.ts': 'reads plans of a single PostgreSQL; those of Citus are plans of the node',
  'src/store/connection/check-pooler.test.ts': 'starts PgBouncer before the private PostgreSQL',
  'src/store/connection/connection.test.ts': 'stops and kills backends of the private PostgreSQL',
  'src/testing/test-database.test.ts > a test database is used with the rights of the service: not as a superuser':
    'on a cluster, test databases belong to its superuser',
};
