/** Runs `work` for each item, as many at a time as there are workers; the answers are in the order of the items. */
export async function inTurns<Item, Worker, Answer>(
  items: readonly Item[],
  workers: readonly Worker[],
  work: (item: Item, worker: Worker) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const waiting = [...items.entries()];
  const runAll = async (worker: Worker) => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, item] = next;
      answers[index] = await work(item, worker);
    }
  };
  await Promise.all(workers.map(runAll));
  return answers;
}
