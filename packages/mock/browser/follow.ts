/** A response of a list that can be waited for. */
interface Listed<Entry> {
  readonly resets: number;
  readonly entries: readonly Entry[];
}

/** Asks for the entries after a number, and waits for some; for all at once without a number. */
type Ask<Entry> = (place: { readonly after?: number }) => Promise<Listed<Entry>>;

/** More are not kept. */
const most = 1_000;

/**
 * Keeps the last 1,000 entries of a list, asking only for those that are new; begins anew after a reset.
 * `show` gets them after each response, also if none is new. Ends when `isOver`, or rejects as `ask` does.
 */
export async function follow<Entry extends { readonly number: number }>(
  ask: Ask<Entry>,
  show: (entries: readonly Entry[]) => Promise<void>,
  isOver: () => boolean,
): Promise<void> {
  let known: Listed<Entry> | undefined;
  while (!isOver()) {
    const { resets, entries } = await ask(
      known === undefined ? {} : { after: known.entries.at(-1)?.number ?? 0 },
    );
    if (isOver()) return;
    if (known !== undefined && known.resets !== resets) {
      known = undefined;
      continue;
    }
    known = { resets, entries: [...(known?.entries ?? []), ...entries].slice(-most) };
    await show(known.entries);
  }
}
