import type { Pool } from 'pg';

/** A server of a Citus cluster that may have shards. */
export interface Node {
  /** As the nodes reach each other. */
  readonly host: string;
  readonly port: number;
}

/** Whether the database has Citus. */
export async function isCluster(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>(
    "select exists (select from pg_extension where extname = 'citus') as found",
  );
  return rows[0]?.found === true;
}

/** The nodes that shards are put on, in the order in which they joined. */
export async function readNodes(pool: Pool): Promise<readonly Node[]> {
  const { rows } = await pool.query<Node>(`
    select nodename as host, nodeport as port from pg_dist_node
    where noderole = 'primary' and isactive and shouldhaveshards
    order by nodeid`);
  return rows;
}

export function nameOf({ host, port }: Node): string {
  return `${host}:${port}`;
}
