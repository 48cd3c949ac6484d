/** A PostgreSQL server from npm: started on a data folder, shared by the processes that use it. */
export { EmbeddedPostgresError } from './errors.ts';
export type { Log, Settings } from './server-process.ts';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './start-embedded-postgres.ts';
