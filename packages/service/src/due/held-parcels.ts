import type { Owned, Parcel } from './performer.ts';

/**
 * The parcels that this process holds, each until its row is deleted or handed back, with a state: by the
 * object, since under another owner, it is another one.
 */
export class HeldParcels<One extends Owned<Parcel>, State> {
  readonly #states = new Map<One, State>();
  readonly #expected = new Set<string>();
  #handedBack: One[] = [];

  get size(): number {
    return this.#states.size;
  }

  /** Whose work is held. */
  get accounts(): readonly number[] {
    return [...new Set([...this.#states.keys()].map(({ accountId }) => accountId))];
  }

  get states(): readonly State[] {
    return [...this.#states.values()];
  }

  /** Undefined if it is not held, under this owner. */
  stateOf(parcel: One): State | undefined {
    return this.#states.get(parcel);
  }

  /** They are being written, and held from the commit on. */
  expect(parcels: readonly One[]): void {
    for (const { id } of parcels) this.#expected.add(id);
  }

  /** The transaction that writes them failed, or its answer was lost. */
  expectNoMore(parcels: readonly One[]): void {
    for (const { id } of parcels) this.#expected.delete(id);
  }

  add(parcel: One, state: State): void {
    this.#expected.delete(parcel.id);
    this.#states.set(parcel, state);
  }

  /** @param isEnded whether its row is no longer there, or another replica's; otherwise it is handed back. */
  remove(parcel: One, isEnded: boolean): void {
    this.#states.delete(parcel);
    if (!isEnded) this.#handedBack.push(parcel);
  }

  /** The parcels that were handed back since the last call: no longer held, and still in the database. */
  takeHandedBack(): readonly One[] {
    const taken = this.#handedBack;
    this.#handedBack = [];
    return taken;
  }

  /**
   * Of the parcels that the database says are ours, those in no memory: the answer to their commit or claim
   * was lost.
   */
  forgotten(owned: readonly string[]): readonly string[] {
    const held = new Set([...this.#states.keys()].map(({ id }) => id));
    return owned.filter((id) => !held.has(id) && !this.#expected.has(id));
  }
}
