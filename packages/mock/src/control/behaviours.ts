import { isKnownProblemCode, problemCodes, problemFacts } from '@cascade/types';
import type { Behaviour, NewBehaviour } from '../generated/control.ts';
import { ControlRefusal, refuseFaults, refuseUnknown } from './control-problem.ts';

/** What of a request a behaviour is matched by. */
interface Matched {
  readonly account: string | undefined;
  readonly operation: string | undefined;
  /** Read only if a behaviour asks for it. */
  address(): Promise<string | undefined>;
}

/** The behaviours of a mock, in the order in which they are tried. */
export interface Behaviours {
  /** @throws {ControlRefusal} if it makes no sense, or there are too many. */
  add(wanted: NewBehaviour): Behaviour;
  list(): readonly Behaviour[];
  /** Removes one by its id, or all; `false` if there is none of that id. */
  remove(id?: number): boolean;
  /** Removes those that name the account, or all. */
  reset(account?: string): void;
  /** The behaviour of a request, which counts as applied. */
  take(request: Matched): Promise<NewBehaviour | undefined>;
}

const mostBehaviours = 1_000;

interface Kept {
  readonly id: number;
  readonly behaviour: NewBehaviour;
  /** A number from 0 to 1 for each matching request. */
  readonly draw: () => number;
  seen: number;
  applied: number;
}

export function createBehaviours(): Behaviours {
  let kept: Kept[] = [];
  let last = 0;
  return {
    add(behaviour) {
      refuseSenseless(behaviour);
      if (kept.length >= mostBehaviours)
        throw new ControlRefusal(
          'conflict',
          `expected at most ${mostBehaviours} behaviours; DELETE /control/behaviours removes them`,
        );
      last += 1;
      const one = { id: last, behaviour, draw: seeded(behaviour.share?.seed ?? 0), seen: 0, applied: 0 };
      kept.push(one);
      return shown(one);
    },
    list: () => kept.map(shown),
    remove(id) {
      const left = id === undefined ? [] : kept.filter((one) => one.id !== id);
      const isKnown = id === undefined || left.length < kept.length;
      kept = left;
      return isKnown;
    },
    reset(account) {
      kept = account === undefined ? [] : kept.filter(({ behaviour }) => behaviour.account !== account);
      if (account === undefined) last = 0;
    },
    async take(request) {
      const near = kept.filter(({ behaviour }) => isNamed(behaviour, request));
      if (near.length === 0) return undefined;
      const asksAddress = near.some(({ behaviour }) => behaviour.address !== undefined);
      const address = asksAddress ? await request.address() : undefined;
      // No wait from here on, so that each request is counted once, and one after the other.
      const found = near.find((one) => kept.includes(one) && isTaken(one, address));
      if (found === undefined) return undefined;
      found.applied += 1;
      if (found.applied === timesOf(found.behaviour)) kept = kept.filter((one) => one !== found);
      return found.behaviour;
    },
  };
}

function isNamed({ account, operation }: NewBehaviour, request: Matched): boolean {
  return (
    (account === undefined || account === request.account) &&
    (operation === undefined || operation === request.operation)
  );
}

function isTaken(one: Kept, found: string | undefined): boolean {
  const { address, nth = 1, share } = one.behaviour;
  if (address !== undefined && address !== found) return false;
  one.seen += 1;
  return one.seen >= nth && (share === undefined || one.draw() < share.of);
}

function timesOf({ times, share }: NewBehaviour): number {
  return times ?? (share === undefined ? 1 : Number.POSITIVE_INFINITY);
}

function shown({ id, applied, behaviour }: Kept): Behaviour {
  return { id, applied, behaviour };
}

/** The code that an answer asks for: its own, or the first of its status. */
export function codeOf({ code, status }: NonNullable<NewBehaviour['answer']>) {
  if (code !== undefined) return isKnownProblemCode(code) ? code : undefined;
  return problemCodes().find((known) => problemFacts(known).status === status);
}

function refuseSenseless({ answer, fault, delaySeconds, proxyStatus }: NewBehaviour): void {
  const refuse = (pointer: string, detail: string) => refuseFaults([{ pointer, detail }]);
  if (answer === undefined && fault === undefined && delaySeconds === undefined)
    refuse('', 'expected answer, fault or delaySeconds, found none');
  if (answer !== undefined && fault !== undefined) refuse('', 'expected either answer or fault, found both');
  if (proxyStatus !== undefined && fault !== 'proxy-error')
    refuse('/proxyStatus', 'expected only beside the fault proxy-error');
  if (answer === undefined) return;
  const { code, status } = answer;
  if ((code === undefined) === (status === undefined))
    refuse('/answer', `expected either code or status, found ${code === undefined ? 'neither' : 'both'}`);
  if (codeOf(answer) !== undefined) return;
  if (code !== undefined) refuseUnknown('/answer/code', code, problemCodes());
  const statuses = [...new Set(problemCodes().map((known) => problemFacts(known).status))].sort();
  refuse('/answer/status', `expected one of ${statuses.join(', ')}, found ${status}`);
}

/** The numbers of a seed, from 0 to 1 (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
