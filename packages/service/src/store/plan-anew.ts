/** A connection that a pool lends. */
interface Lent {
  query(statement: string): Promise<unknown>;
}

/** Milliseconds. A new service has empty tables, which grow fast. */
const shortest = 1_000;
const longest = 60_000;

/**
 * To be called whenever a pool lends a connection: has the server plan its prepared statements anew now and
 * then, at first often. A plan that was made while a table was empty reads the whole index, and would be kept
 * until the server has counted the table again.
 *
 * @param now Milliseconds of a clock that nothing sets.
 */
export function createPlanAnew(now = performance.now.bind(performance)): (connection: Lent) => void {
  const plans = new WeakMap<Lent, { readonly until: number; readonly pause: number }>();
  return (connection) => {
    const { until, pause } = plans.get(connection) ?? { until: now() + shortest, pause: shortest };
    const isOver = now() >= until;
    const next = Math.min(2 * pause, longest);
    plans.set(connection, isOver ? { until: now() + next, pause: next } : { until, pause });
    // Whatever breaks the connection rejects the work that it was lent for, too.
    if (isOver) connection.query('discard plans').catch(() => {});
  };
}
