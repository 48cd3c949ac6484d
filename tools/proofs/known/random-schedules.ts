import { type Group, type KnownFault, ofService, schedules } from '../src/known/fault.ts';

/** The schedules until each was found once its repair was out, of three series. */
const drawn = (tries: string) =>
  `Random schedules from seeds 1, 50,001 and 90,001 on, 2026-11-25, at a load of 10 to 30 on two cores: after ${tries} schedules (five run at once, so 5 is the least)`;

const faults: readonly KnownFault[] = [
  {
    name: 'first-stage-written-again',
    says: 'The first stage of a commit whose answer was lost is written again',
    out: 'parcels also for what was accepted before',
    found: `${drawn('7, 7 and 18')}. Repaired in 0b910994`,
    shownBy: schedules(1, 60),
    finds: 'one job: it had',
  },
  {
    name: 'parcel-for-a-locked-account',
    says: 'A request that finds its account locked gets a parcel for each try',
    out: 'parcels also for what is locked',
    found: `\`npm run bench -- once --quick\` in 98a6377, 2026-11-23: 665 of 7,965 messages were sent twice without a fault. Repaired in 0b910994; 218,986 messages were sent once in fb6a45f. ${drawn('5, 11 and 12')}`,
    shownBy: schedules(1, 60),
    finds: 'one job: it had',
  },
  {
    name: 'call-goes-on',
    says: 'The engine no longer waits for a call of a gateway, which goes on',
    out: 'the time-out aborts the call',
    found: drawn('6, 10 and 5'),
    shownBy: schedules(1, 60),
    finds: 'one sender:',
  },
  {
    name: 'repeated-stage-submits-beside',
    says: 'A repeated stage submits beside the first',
    out: 'calls for one attempt take turns',
    found: drawn('8, 6 and 11'),
    shownBy: ofService(
      'gateways/smpp/submit-once.test.ts',
      'whatever calls are under way at once and are aborted, each part is written once',
    ),
    finds: 'each part is written once',
  },
  {
    name: 'receipt-by-memory-alone',
    says: 'The SMSC has given an id again: the receipt counts for another message',
    out: 'the store is asked before the memory of the process',
    found: drawn('6, 7 and 31'),
    shownBy: ofService(
      'gateways/match-receipts.test.ts',
      'a younger one of another replica, though this one remembers an older one',
    ),
    finds: 'a younger one of another replica, though this one remembers an older one',
  },
  {
    name: 'receipt-for-the-oldest',
    says: 'The SMSC has given an id again: the receipt counts for the oldest attempt with the id',
    out: 'the youngest attempt under way has the receipt',
    found: drawn('7, 12 and 6'),
    shownBy: schedules(1, 60),
    finds: 'one receipt:',
  },
  {
    name: 'repeated-receipt-counts-for-another',
    says: 'The SMSC has given an id again: a repeated receipt counts for another message',
    out: 'an attempt that has got this status may get it again',
    found: `${drawn('96, 90 and 167')}. Repaired in 0d6246a9`,
    shownBy: ofService('gateways/match-receipts.test.ts', 'a younger attempt that ended'),
    finds: 'a younger attempt that ended',
  },
  {
    name: 'receipt-in-the-segment-of-the-response',
    says: 'The SMSC has given an id again: a receipt in one segment with the response counts for the older message',
    out: 'a turn of the event loop before matching',
    found: drawn('28, 27 and 17'),
    shownBy: ofService(
      'gateways/smpp/take-deliveries.test.ts',
      'right behind the response is of that attempt, though an older one has its id',
    ),
    finds: 'right behind the response is of that attempt, though an older one has its id',
  },
  {
    name: 'disabled-receivers-stop-resending',
    says: 'A thousand senders of disabled receivers stop resending for all',
    out: 'resending looks at others than the first 1,000',
    found: drawn('5, 5 and 5'),
    shownBy: ofService(
      'callbacks/undelivered/resend.test.ts',
      'an event is sent again although 10,000 accounts before it have events that wait for a disabled receiver',
    ),
    finds:
      'an event is sent again although 10,000 accounts before it have events that wait for a disabled receiver',
  },
  {
    name: 'second-chain-of-ended-turns',
    says: 'A callback gets a second chain of attempts: entries of turns that have ended are attempted',
    out: 'entries of turns that have ended are passed over',
    found: drawn('6, 5 and 27'),
    shownBy: schedules(1, 60),
    finds: 'one chain:',
  },
  {
    name: 'second-chain-of-late-outcomes',
    says: 'A callback gets a second chain of attempts: an outcome counts for any turn',
    out: 'an outcome counts for its own turn',
    found: `${drawn('6, 10 and 17')}. It is seen in \`cascade.waiting\`, where an event waits for two attempts: the receiver alone did not show it in 180 schedules, which watch it for half a second`,
    shownBy: ofService(
      'callbacks/record-outcomes.test.ts',
      'starts only one chain of retries when two replicas hold the same event',
    ),
    finds: 'starts only one chain of retries when two replicas hold the same event',
  },
  {
    name: 'receipt-by-another-account',
    says: 'A receipt that names a message by another account takes its place',
    out: 'messages of a batch are told apart by account and id',
    found: drawn('5, 5 and 5'),
    shownBy: schedules(1, 20),
    finds: 'nothing lost:',
  },
  {
    name: 'late-410-disables-a-new-registration',
    says: 'An answer of 410 disables a registration that came after it',
    out: 'the version of the registration is compared',
    found: drawn('9, 8 and 11'),
    shownBy: schedules(1, 60),
    finds: 'one version:',
  },
  {
    name: 'accounts-file-replaces-the-api',
    says: 'The accounts file replaces what the API registered',
    out: 'the file changes a registration only if it declares another one',
    found: drawn('5, 6 and 5'),
    shownBy: schedules(1, 20),
    finds: 'one version:',
  },
  {
    name: 'two-holders-of-an-attempt',
    says: 'An attempt has two holders, and both send it',
    out: 'an attempt that is held is not taken',
    found: `${drawn('5, 6 and 5')}. Work was done twice, or a second replica sent what the first was sending; repaired in be2128f`,
    shownBy: schedules(1, 20),
    finds: 'one sender:',
  },
  {
    name: 'ended-turn-keeps-its-attempt',
    says: 'A turn that has ended keeps its attempt, which is never sent again',
    out: 'an attempt of a turn that has ended is free',
    found: drawn('59, 34 and 31'),
    shownBy: ofService(
      'engine/sending.test.ts',
      'each send has a turn of its own, which is under way until its work ends',
    ),
    finds: 'each send has a turn of its own, which is under way until its work ends',
  },
];

export const schedulesGroup: Group = {
  title: 'Random schedules',
  says: 'Two replicas, drawn from a seed by `packages/service/src/engine/schedules.test.ts`: answers that are lost, locked accounts, replicas that are released and go on, work that is done twice, an SMSC that gives ids again, receivers that fail or answer 410 late. With all repairs, 10,000 schedules (seeds 1 to 10,000, two processes of 5,000, 14 minutes) showed no violation (2026-11-26, before the schedules had TTLs).',
  faults,
};
