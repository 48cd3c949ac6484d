import { type Group, type KnownFault, ofService, ofTransition, schedules } from '../src/known/fault.ts';

/** The schedules until each was found, of 20 in each of two series. */
const drawn = (tries: string) =>
  `Random schedules from seeds 1 and 50,001 on, 20 of each, three at once, 2026-11-27, at a load of 12 to 20 on two cores: after ${tries}`;

const faults: readonly KnownFault[] = [
  {
    name: 'withdrawal-skipped',
    says: 'A stage ends by its TTL, and its gateway is not asked to withdraw the message',
    out: 'the withdrawal before the timer',
    found: drawn('4 and 3'),
    shownBy: schedules(1, 20),
    finds: 'asked first: it ends without a withdrawal',
  },
  {
    name: 'timer-does-not-wait',
    says: 'The timer of a stage does not wait for the withdrawal',
    out: 'an `await`',
    found: drawn('6 and 4'),
    shownBy: ofService(
      'engine/run-stage.test.ts',
      'a timer is applied after the withdrawal, and is not lost if what that found cannot be committed',
    ),
    finds: 'a timer is applied after the withdrawal, and is not lost if what that found cannot be committed',
  },
  {
    name: 'withdrawal-wait-cut-short',
    says: 'The wait for a withdrawal is cut short',
    out: 'the second, for a 50th of one',
    found: drawn('3 and 7'),
    shownBy: schedules(7, 16),
    finds: 'the wait: its end does not wait for the gateway',
  },
  {
    name: 'silent-gateway-waited-for',
    says: 'A gateway that never answers a withdrawal is waited for',
    out: 'the time-out',
    found: drawn('18 and 10'),
    shownBy: {
      ...ofService('engine/withdrawals.test.ts', 'a gateway that ignores its signal holds a stage no longer'),
      seconds: 20,
    },
    finds: 'Test timed out in 20000ms',
  },
  {
    name: 'withdrawal-wait-too-long',
    says: 'A gateway that never answers a withdrawal is waited for five seconds',
    out: 'the second, for five',
    found: drawn('19 and 16'),
    shownBy: schedules(9, 16),
    finds: 'the wait: it waits for more than a second',
  },
  {
    name: 'delivered-in-answer-ignored',
    says: 'A gateway answers DELIVERED to a withdrawal, and the stage ends EXPIRED',
    out: 'DELIVERED counts as READ does',
    found: drawn('10 and 7'),
    shownBy: schedules(7, 16),
    finds: 'the answer: DELIVERED is not committed before its end',
  },
  {
    name: 'answer-not-committed-before-timer',
    says: 'What a gateway answers to a withdrawal is not committed before the timer is',
    out: 'an `await`',
    found: drawn('5 and 8'),
    shownBy: schedules(7, 16),
    finds: 'is not committed before its end',
  },
  {
    name: 'failing-gateway-keeps-stage-open',
    says: 'A gateway that fails with each withdrawal keeps the stage without an end',
    out: 'its error is caught',
    found: drawn('none of 20, and after 19; the test of withdrawals shows it at once'),
    shownBy: ofService('engine/withdrawals.test.ts', 'a gateway that fails, at once or later, keeps nothing'),
    finds: 'a gateway that fails, at once or later, keeps nothing',
  },
  {
    name: 'last-stage-withdrawn',
    says: 'The last stage of a cascade is withdrawn, though no other follows',
    out: 'another stage must follow',
    found: drawn('4 and 5'),
    shownBy: schedules(1, 20),
    finds: 'not asked: it is the last, or has no TTL',
  },
  {
    name: 'ended-stage-withdrawn',
    says: 'A stage that is over is withdrawn',
    out: 'the stage must be under way',
    found: drawn('4 and 5'),
    shownBy: schedules(1, 20),
    finds: 'not asked: it was delivered before',
  },
  {
    name: 'timer-ends-what-was-delivered',
    says: 'The timer ends a stage that was delivered',
    out: 'the stage must be under way',
    found: drawn('3 and 3'),
    shownBy: schedules(1, 20),
    finds: 'the receipt: it ends, and its receipt was committed before',
  },
  {
    name: 'next-stage-after-late-delivered',
    says: 'The next stage begins after a late DELIVERED',
    out: 'the message must not have ended',
    found: drawn('9 and 11'),
    shownBy: ofTransition('reports a late DELIVERED, which prevents further stages'),
    finds: 'reports a late DELIVERED, which prevents further stages',
  },
  {
    name: 'second-stage-charged-twice',
    says: 'A second stage is charged twice',
    out: 'its price',
    found: drawn('5 and 3'),
    shownBy: ofTransition('conserves money and releases what was not tried'),
    finds: 'conserves money and releases what was not tried',
  },
  {
    name: 'second-stage-not-charged',
    says: 'A second stage is not charged',
    out: 'its price',
    found: drawn('3 and 3'),
    shownBy: schedules(1, 20),
    finds: 'exact books:',
  },
  {
    name: 'no-stage-after-a-sent-one',
    says: 'No stage follows after a stage that a gateway took and that ended by its TTL',
    out: 'the next stage begins, and the cascade does not end',
    found: drawn('3 and 10'),
    shownBy: schedules(1, 40),
    finds: 'nothing hangs: its next stage never began',
  },
];

export const stagesGroup: Group = {
  title: 'Stages that end by their TTL (ADR-0053)',
  says: 'The same schedules have three to six messages of which most have two stages, the first with a TTL, whose timer runs at any time, often twice, and is cut off before or after any of its commits. Gateways withdraw, refuse, fail, answer after the second or never, say DELIVERED or READ, and send the receipt before, meanwhile or later. The laws are in `packages/service/src/testing/schedules/timer-runs.ts`. With all repairs, 500 schedules (200 from seed 1,000 and 300 from 20,000 on, shortly before the last changes of the schedules) showed no violation. A withdrawal of a stage without a TTL is not tried: its timer comes only an hour after the acceptance. The SMSC of the schedules gives an id again only to messages without a TTL: else its receipt would count for an older message that is still under way ([receipts by SMPP](../../decisions/smpp-receipts.md)), though it is of the one whose stage is over.',
  faults,
};
