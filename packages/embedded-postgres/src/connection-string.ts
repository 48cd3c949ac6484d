import { port } from './socket-folder.ts';

/** Whom to connect as, and to which database. */
export interface Target {
  readonly user: string;
  readonly database: string;
}

/** Connection URI as libpq reads it, too; no `PG…` variable of the environment changes where it leads. */
export function connectionStringOf(sockets: string, { user, database }: Target): string {
  const host = encodeURIComponent(sockets);
  // The host before the path is for parsers that want one; the parameter overrules it.
  return `postgresql://${user}@localhost/${database}?host=${host}&port=${port}&sslmode=disable`;
}

/** The same server, as another user or to another database. */
export function retarget(connectionString: string, { user, database }: Target): string {
  const uri = new URL(connectionString);
  uri.username = user;
  uri.pathname = database;
  return uri.href;
}
