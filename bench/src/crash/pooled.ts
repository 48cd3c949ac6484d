import { lookAt } from '@cascade/service/bench';
import { makeCluster, makeRoot, operator } from './cluster.ts';
import type { Database } from './database.ts';
import { startPooler } from './pooler.ts';

/** Debian's PostgreSQL behind PgBouncer in transaction mode: all replicas share twenty connections. */
export async function pooled(): Promise<Database> {
  const { root, remove } = await makeRoot();
  const cluster = await makeCluster(root, 'one');
  await cluster.start();
  const pooler = await startPooler(root, cluster.port).catch(async (error) => {
    await cluster.stop();
    await remove();
    throw error;
  });
  let isDead = false;
  return {
    args: [],
    environment: { DATABASE_URL: pooler.url },
    looks: [
      (work) => lookAt(`postgresql://${operator}@127.0.0.1:${cluster.port}/postgres?sslmode=disable`, work),
    ],
    async kill() {
      cluster.kill();
      isDead = true;
    },
    async recover() {
      if (isDead) await cluster.start();
      isDead = false;
    },
    isBack: () => true,
    async remove() {
      pooler.kill();
      await cluster.stop().catch(() => {});
      await remove();
    },
  };
}
