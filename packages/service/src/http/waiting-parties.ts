import { createPace } from './pace.ts';

/** An account, or the remote address of callers without a valid key. */
export type PartyId = number | string;

/** Work that waits for the processor. */
export interface Waiting {
  readonly isLong: boolean;
  /** Milliseconds that it costs beside `start`. */
  readonly cost: number;
  /** Nothing if it was skipped. */
  start(): Promise<unknown> | undefined;
}

/** A party with work. */
export interface Party {
  readonly id: PartyId;
  readonly queue: Waiting[];
  /** The processor time that its work took, in milliseconds, on a scale that all parties share. */
  used: number;
  longIsRunning: boolean;
}

/** Who waits for the processor, who is next, and who rests. */
export interface WaitingParties {
  of(id: PartyId): Party;
  /** The party that has used the least, of those with work to do that need not rest. */
  next(at: number): Party | undefined;
  /** Milliseconds until a party with work has rested; undefined if none has work to do. */
  soonest(at: number): number | undefined;
  worked(party: Party, begin: number, milliseconds: number): void;
  /** Forgets idle parties that have not used more than those that are served. */
  forgetIdle(): void;
}

export function createWaitingParties(): WaitingParties {
  const parties = new Map<PartyId, Party>();
  const pace = createPace<PartyId>();
  /** The time used by the party that was served last, before it was served. */
  let served = 0;

  function find(id: PartyId): Party {
    const known = parties.get(id);
    if (known !== undefined) return known;
    const party = { id, queue: [], used: served, longIsRunning: false };
    parties.set(id, party);
    return party;
  }

  return {
    of(id) {
      const party = find(id);
      if (isIdle(party)) party.used = Math.max(party.used, served);
      return party;
    },
    next(at) {
      let least: Party | undefined;
      for (const party of parties.values())
        if (isReady(party) && party.used < (least?.used ?? Number.POSITIVE_INFINITY))
          if (pace.rest(party.id, at) === 0) least = party;
      return least;
    },
    soonest(at) {
      const ready = [...parties.values()].filter(isReady);
      return ready.length === 0 ? undefined : Math.min(...ready.map(({ id }) => pace.rest(id, at)));
    },
    worked(party, begin, milliseconds) {
      served = party.used;
      party.used += milliseconds;
      pace.worked(party.id, begin, milliseconds);
    },
    forgetIdle() {
      const allIdle = [...parties.values()].every(isIdle);
      for (const [id, party] of parties)
        if (isIdle(party) && (allIdle || party.used <= served)) parties.delete(id);
    },
  };
}

function isIdle({ queue, longIsRunning }: Party): boolean {
  return queue.length === 0 && !longIsRunning;
}

function isReady({ queue: [first], longIsRunning }: Party): boolean {
  return first !== undefined && !(first.isLong && longIsRunning);
}
