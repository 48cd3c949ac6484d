import { isKnownProblemCode, problemCodes, problemFacts } from '@cascade/types';
import type { Behaviour, NewBehaviour } from '../generated/control.ts';
import { refuseFaults, refuseUnknown } from './control-problem.ts';
import { createMatchingRules, type KeptRule } from './matching-rules.ts';

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

export function createBehaviours(): Behaviours {
  const rules = createMatchingRules<NewBehaviour>({
    name: 'behaviours',
    timesOf: ({ share }) => (share === undefined ? 1 : Number.POSITIVE_INFINITY),
  });
  return {
    add(wanted) {
      refuseSenseless(wanted);
      return shown(rules.add(wanted));
    },
    list: () => rules.list().map(shown),
    remove: rules.remove,
    reset: rules.reset,
    async take(request) {
      const near = rules.list().filter(({ wanted }) => isNamed(wanted, request));
      if (near.length === 0) return undefined;
      const asksAddress = near.some(({ wanted }) => wanted.address !== undefined);
      const address = asksAddress ? await request.address() : undefined;
      // No wait from here on, so that each request is counted once, and one after the other.
      return rules.take(near, address);
    },
  };
}

function isNamed({ account, operation }: NewBehaviour, request: Matched): boolean {
  return (
    (account === undefined || account === request.account) &&
    (operation === undefined || operation === request.operation)
  );
}

function shown({ id, applied, wanted }: KeptRule<NewBehaviour>): Behaviour {
  return { id, applied, behaviour: wanted };
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
