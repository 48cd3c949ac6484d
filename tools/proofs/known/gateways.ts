import { type Group, type KnownFault, ofService, type ShownBy } from '../src/known/fault.ts';

const ofSmpp = (file: string, test: string) => ofService(`gateways/smpp/${file}.test.ts`, test);
const ofHttp = (test: string): ShownBy => ofService('gateways/http-gateway-behaviours.test.ts', test);

/** Where the laws of the SMPP gateway are tried on SMSCs that are drawn from a seed. */
const drawn = (commit: string) =>
  `By SMSCs that are drawn from a seed and misbehave (\`src/gateways/smpp/fuzz.test.ts\`, \`SESSIONS=10000\` takes five minutes), 2026-11-27; repaired in ${commit}`;
const byTable = (commit: string) =>
  `By a table of HTTP gateways as they are in the field (\`src/gateways/http-gateway-behaviours.test.ts\`), 2026-11-27; repaired in ${commit}`;

const faults: readonly KnownFault[] = [
  {
    name: 'one-loss-counts-twice',
    says: 'Two copies of a submit on one connection count as two of the three losses that end a text',
    out: 'the latest copy alone counts',
    found: drawn('d495b9e9'),
    shownBy: ofSmpp(
      'submit-once',
      'a lost connection counts once, though two copies of a submit were under way',
    ),
    finds: 'a lost connection counts once',
  },
  {
    name: 'outage-ends-a-lone-text',
    says: 'An outage of the SMSC ends a text as undeliverable that was never at fault',
    out: 'a further loss counts only after an answer to another submit',
    found: 'Repaired in 58f29aa3, 2026-11-27',
    shownBy: ofSmpp('submit-once', 'an SMSC that survives no submit ends none'),
    finds: 'an SMSC that survives no submit ends none',
  },
  {
    name: 'second-copy-has-one-time-out',
    says: 'A submit is written again after one time-out in place of two',
    out: 'each copy counts its own silences',
    found: drawn('c9b5cfe0'),
    shownBy: ofSmpp('submit-once', 'each submit has two time-outs, whatever became of the one before'),
    finds: 'each submit has two time-outs',
  },
  {
    name: 'swallowed-text-waits-for-others',
    says: 'A text that the SMSC has swallowed in a quiet hour is not submitted again',
    out: 'one finds out for all while none is answered',
    found: drawn('090d0f4e'),
    shownBy: {
      ...ofSmpp(
        'submit-once',
        'of many submits that no response comes to, one is written again, and finds out',
      ),
      seconds: 20,
    },
    finds: 'of many submits that no response comes to, one is written again',
  },
  {
    name: 'aborted-submit-gives-its-place',
    says: 'More submits are under way than the window has places: those of aborted calls no longer count',
    out: 'an aborted submit keeps its place until its response',
    found: 'Repaired in 58f29aa3, 2026-11-27',
    shownBy: ofSmpp('submit-once', 'is held until the response'),
    finds: 'is held until the response',
  },
  {
    name: 'short-pdu-waited-for',
    says: 'A PDU that is shorter than its header keeps the connection without an end',
    out: 'the length of a PDU is judged',
    found: drawn('6b1280a5'),
    shownBy: {
      ...ofSmpp('sessions', 'a PDU that is shorter than its header ends the connection at once'),
      seconds: 20,
    },
    finds: 'a PDU that is shorter than its header ends the connection at once',
  },
  {
    name: 'id-cut-short-by-a-lost-connection',
    says: 'A connection is lost within a response, and an id counts that was cut short: its receipt never matches',
    out: 'only whole PDUs are read',
    found: drawn('6b1280a5'),
    shownBy: ofSmpp('lost-connections', 'within a response, that is none: its id would be cut short'),
    finds: 'within a response, that is none: its id would be cut short',
  },
  {
    name: 'early-unbind-unnoticed',
    says: 'An SMSC unbinds right behind its bind response, and the gateway does not bind again',
    out: 'a session may end before it is known to be bound',
    found: drawn('6b1280a5'),
    shownBy: {
      ...ofSmpp(
        'lost-connections',
        'by an unbind in the segment of the bind response, the gateway binds again',
      ),
      seconds: 20,
    },
    finds: 'by an unbind in the segment of the bind response, the gateway binds again',
  },
  {
    name: 'bound-while-it-stops',
    says: 'A stop between the response to the bind and its note has no end',
    out: 'a session that was bound meanwhile is unbound',
    found: drawn('d9b499a0'),
    shownBy: {
      ...ofSmpp('keep-bound', 'a stop unbinds, at whatever step behind the response to the bind it comes'),
      seconds: 20,
    },
    finds: 'a stop unbinds, at whatever step behind the response to the bind it comes',
  },
  {
    name: 'response-of-another-command',
    says: 'A response of another command counts as the answer to a submit',
    out: 'the command of a response is compared',
    found: drawn('6b1280a5'),
    shownBy: ofSmpp('responses', 'of another command answers nothing: the right one may follow'),
    finds: 'of another command answers nothing',
  },
  {
    name: 'suspect-beside-others',
    says: 'A text behind which the connection was lost costs others their connection again',
    out: 'a suspect waits until nothing else is under way',
    found: drawn('0688af53'),
    shownBy: ofService('gateways/gateway-lane.test.ts', 'has nothing else under way beside what may end it'),
    finds: 'has nothing else under way beside what may end it',
  },
  {
    name: 'refused-for-ever',
    says: 'A text that the gateway refuses for its own fault, with a status that may pass, is submitted for a day',
    out: 'the fifth refusal ends it',
    found: 'Repaired in 68eaabb7, 2026-11-27 (ADR-0052)',
    shownBy: ofService(
      'gateways/gateway-lane.test.ts',
      'on one attempt, for a cause that may pass, ends it after five times beside answers to others',
    ),
    finds: 'ends it after five times beside answers to others',
  },
  {
    name: 'accepted-parts-sent-again',
    says: 'A long text in parts that was throttled half way sends its first parts again',
    out: 'how far an attempt came is remembered',
    found: 'Against the server of jSMPP, 2026-11-22; repaired in 5850e10c',
    shownBy: ofSmpp(
      'create-smpp-gateway',
      'repeats no part that the SMSC accepted before it refused another for a while',
    ),
    finds: 'repeats no part that the SMSC accepted before it refused another for a while',
  },
  {
    name: 'refused-receipt-without-a-body',
    says: 'A receipt that could not be committed is lost: jSMPP cannot read the refusal of it',
    out: 'a refusal of a receipt has a message_id, which is empty',
    found: 'Against the server of jSMPP, 2026-11-22; repaired in 5850e10c',
    shownBy: {
      ...ofSmpp('take-deliveries', 'that cannot be committed is retried by the SMSC'),
      seconds: 20,
    },
    finds: 'that cannot be committed is retried by the SMSC',
  },
  {
    name: 'ids-in-hex-and-decimal',
    says: 'Each receipt of an SMSC is dropped that writes ids in hexadecimal in responses and in decimal in receipts',
    out: 'ids are compared as numbers',
    found: 'Against the server of jSMPP, 2026-11-22; repaired in 5850e10c',
    shownBy: { in: 'packages/service', file: 'src/gateways/smpp/reference-of.test.ts' },
    finds: '"ABC01" as hex is "703489"',
  },
  {
    name: 'long-text-before-other-fields',
    says: 'SMSCs on the library of Jasmin refuse long texts: they read the fields behind message_payload wrongly',
    out: 'the long text is the last field',
    found:
      'Against the library of Jasmin, 2026-11-24: a payload with another field behind it ended the connection there, no long text arrived, and what shared its window was submitted again. Repaired in 868e0b55',
    shownBy: ofSmpp(
      'submission-of',
      'a long text is the last field: some SMSCs read the fields behind it wrongly',
    ),
    finds: 'a long text is the last field',
  },
  {
    name: 'unasked-100-ends-a-post',
    says: 'A gateway sends an unasked 100 Continue: each post counts as failed and comes again for a day, though it was carried out',
    out: 'interim responses are skipped before undici reads them',
    found: byTable('2c2c3732 and 935e824d'),
    shownBy: ofHttp('an unasked 100'),
    finds: 'an unasked 100',
  },
  {
    name: 'compressed-answer-unread',
    says: 'A gateway compresses its answers, and each attempt is posted again without an end',
    out: 'gzip, deflate and br are decoded',
    found: byTable('935e824d'),
    shownBy: ofHttp('gzip'),
    finds: 'gzip',
  },
  {
    name: 'gateway-blamed-for-409',
    says: 'A gateway is paused that answers 409 while attempts are under way there',
    out: '409 says nothing against the gateway',
    found: byTable('67601a75'),
    shownBy: ofHttp('409'),
    finds: '409',
  },
  {
    name: 'gateway-blamed-for-413',
    says: 'A text that is too large for the gateway is posted for a day, and pauses the gateway for all',
    out: '413 is of one message',
    found: byTable('935e824d'),
    shownBy: ofHttp('413'),
    finds: '413',
  },
  {
    name: 'places-grow-with-each-answer',
    says: 'A gateway gets one more post at once with each answer, without a limit',
    out: 'the window bounds them',
    found: byTable('935e824d'),
    shownBy: ofService(
      'gateways/gateway-lane.test.ts',
      'are ten at once at first, one more for each answer up to the most, and ten again after a pause',
    ),
    finds: 'are ten at once at first, one more for each answer up to the most',
  },
];

export const gatewaysGroup: Group = {
  title: 'Gateways as they are in the field',
  says: 'Found by foreign SMSCs, by SMSCs that are drawn from a seed, and by a table of HTTP gateways.',
  faults,
};
