import type { ClockChange, ClockState } from '../generated/control.ts';
import type { Accounts } from '../provider/account.ts';
import type { Clock } from '../time/clock.ts';
import { type ControlMethods, json } from './control-operation.ts';
import { refuseFaults } from './control-problem.ts';
import { openAccount } from './find-account.ts';
import { readBodyOf, readQueryOf } from './read-control-request.ts';

/** `/control/clock`. */
export function clockOperations(accounts: Accounts): ControlMethods {
  return {
    async GET(request) {
      const query = readQueryOf('getClock', request) as Pick<ClockChange, 'account'>;
      return json(200, stateOf(clocksOf(accounts, query), true));
    },
    async POST(request) {
      const change = (await readBodyOf('setClock', request)) as ClockChange;
      const { speed, forwardSeconds } = change;
      if (speed === undefined && forwardSeconds === undefined)
        refuseFaults([{ pointer: '', detail: 'expected speed or forwardSeconds, found neither' }]);
      const clocks = clocksOf(accounts, change);
      if (speed !== undefined) for (const clock of clocks) clock.setSpeed(speed);
      const moved = clocks.map((clock) => clock.forward((forwardSeconds ?? 0) * 1_000));
      const arrived = await Promise.all(moved);
      return json(200, stateOf(clocks, arrived.every(Boolean)));
    },
  };
}

/** The clock of an account; or first that of the mock, then those of all accounts. */
function clocksOf(accounts: Accounts, { account }: Pick<ClockChange, 'account'>): readonly Clock[] {
  if (account !== undefined) return [openAccount(accounts, account).account.clock];
  return [accounts.clock(), ...accounts.all().map(({ clock }) => clock)];
}

function stateOf(clocks: readonly Clock[], arrived: boolean): ClockState {
  const [clock] = clocks;
  const due = clocks.flatMap((one) => one.next() ?? []).sort((a, b) => a.getTime() - b.getTime());
  return {
    now: (clock?.now() ?? new Date()).toISOString(),
    speed: clock?.speed ?? 1,
    next: due[0]?.toISOString() ?? null,
    arrived,
  };
}
