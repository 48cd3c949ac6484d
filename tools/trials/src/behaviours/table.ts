import { cString, deliverBody, ids, tlv } from '@cascade/service/bench';
import type { ClientSettings, Told } from './clients/client.ts';
import type { Reaction, Script, ScriptedReceipt, ScriptedSmsc, Submit } from './scripted-smsc.ts';

/** The clients that are compared, ours first. */
export const clientNames = ['cascade', 'kannel', 'jasmin'] as const;
export type ClientName = (typeof clientNames)[number];

/** What an SMSC does, and what must become of the texts that go to it. */
export interface Behaviour {
  /** What the SMSC does, as a sentence without its subject. */
  readonly does: string;
  /** Who has met it: repository#number. */
  readonly met?: string;
  readonly script: (smsc: ScriptedSmsc) => Script;
  /** How many texts are sent, and how many a second; 5 at 5 if absent. */
  readonly texts?: { readonly count: number; readonly perSecond: number };
  /** The text, by its number from 0. */
  readonly text?: (at: number) => string;
  /** What the caller must be told in the end, by the number of the text; DELIVERED if absent. */
  readonly should?: (at: number) => Told;
  /** Whether the subscriber must get it; else it must not, or cannot; true if absent. */
  readonly reaches?: (at: number) => boolean;
  /** How the SMSC reads data_coding 0; 'gsm' if absent. */
  readonly alphabet?: DefaultAlphabet;
  /** The settings of each client for this SMSC, as its operator would make them. */
  readonly settings?: Partial<Readonly<Record<ClientName, ClientSettings>>>;
  /** For how long it is watched at most, in seconds after the last text; 25 if absent. */
  readonly seconds?: number;
  /** For how long at least; 3 if absent: what comes twice may come late. */
  readonly atLeast?: number;
  /** The SMSC is away for so long, in seconds, when the texts are sent. */
  readonly awaySeconds?: number;
  /** Why the service may do worse than another client. */
  readonly why?: string;
  /** What else counts as a fault, and how often it happened. */
  readonly faults?: (smsc: ScriptedSmsc) => number;
}

export type DefaultAlphabet = 'gsm' | 'latin1' | 'ascii';

const always =
  <Value>(value: Value) =>
  (): Value =>
    value;

/** Every text gets these receipts. */
const reporting =
  (...receipts: readonly ScriptedReceipt[]): Behaviour['script'] =>
  () => ({ onSubmit: () => ({ receipts }) });

/** What a submit gets at its first tries; then it is taken. */
const atFirst =
  (times: number, taken: (submit: Submit, smsc: ScriptedSmsc) => Reaction): Behaviour['script'] =>
  () => ({
    onSubmit: (submit, smsc) => (submit.tries <= times ? taken(submit, smsc) : undefined),
  });

const later: ScriptedReceipt = { afterMs: 1_500 };
const undelivered = always<Told>('UNDELIVERED');

/** Takes a number of submits in each second, and refuses the others. */
function limited(perSecond: number, status: number): Behaviour['script'] {
  return () => {
    let second = 0;
    let used = 0;
    return {
      onSubmit() {
        const now = Math.floor(performance.now() / 1_000);
        used = now === second ? used + 1 : 1;
        second = now;
        return used > perSecond ? { status } : undefined;
      },
    };
  };
}

/** Refuses everything for so long from the first submit on. */
function refusingFor(seconds: number, status: number): Behaviour['script'] {
  return () => {
    let since: number | undefined;
    return {
      onSubmit() {
        since ??= performance.now();
        return performance.now() - since < seconds * 1_000 ? { status } : undefined;
      },
    };
  };
}

/** Delivers everything for a while without an answer, then closes the connection, once. */
const losingItsAnswers: Behaviour['script'] = () => {
  let isOver = false;
  return {
    onSubmit({ count, link }, smsc) {
      if (isOver) return undefined;
      if (count === 1)
        smsc.later(1_500, () => {
          isOver = true;
          link.socket.destroy();
        });
      return { answer: () => {}, receipts: [{ afterMs: 4_000 }] };
    },
  };
};

const hexadecimal = { response: 'hex', receipt: 'decimal' } as const;
const long = (at: number) => `${at} ${'cascade '.repeat(40)}`;
const isFirst = (at: number) => at === 0;
/** The number of the text, which begins with it. */
const textOf = (submit: Submit) =>
  Number(Buffer.from(submit.part.content, 'hex').toString('latin1').split(' ')[0]);

/** Receipts: which of them end a text, and how they are read. */
const receipts: readonly Behaviour[] = [
  ...['BUFFRED', 'BUFFERED', 'ACKED', 'QUEUED', 'SUBMITD', 'ACCEPTED', 'ENROUTE', 'ACCEPTD'].map(
    (stat): Behaviour => ({
      does: `reports stat:${stat}, then DELIVRD`,
      met: 'RestComm/smscgateway#62, jookies/jasmin#183, opentelecoms-org/jsmpp#9',
      script: reporting({ stat }, later),
    }),
  ),
  {
    does: 'reports stat:DELIVERED instead of DELIVRD',
    met: 'public SMSC simulators',
    script: reporting({ stat: 'DELIVERED' }),
  },
  {
    does: 'reports numbers: stat:1, then stat:2',
    met: 'public SMSC simulators',
    script: reporting({ stat: '1' }, { ...later, stat: '2' }),
  },
  {
    does: 'reports a number for a failure: stat:5',
    met: 'public SMSC simulators',
    script: reporting({ stat: '5' }),
    should: undelivered,
  },
  ...['UNDELIV', 'EXPIRED', 'REJECTD', 'DELETED', 'FAILED'].map(
    (stat): Behaviour => ({
      does: `reports stat:${stat}`,
      met: 'jookies/jasmin#447',
      script: reporting({ stat, err: '001' }),
      should: undelivered,
    }),
  ),
  {
    does: 'sends an intermediate notification that says UNDELIV (esm_class 0x20), then the receipt',
    met: 'RestComm/smscgateway#77, twitter-archive/cloudhopper-smpp#54',
    script: reporting({ stat: 'UNDELIV', esmClass: 0x20 }, later),
  },
  {
    does: 'sends an acknowledgement of the phone (esm_class 0x08) that says UNDELIV, then the receipt',
    script: reporting({ stat: 'UNDELIV', esmClass: 0x08 }, later),
  },
  {
    does: 'sends a word of its own (stat:PARKED), then the receipt',
    script: reporting({ stat: 'PARKED' }, later),
  },
  {
    does: 'sends receipts with esm_class 0',
    met: 'praekeltfoundation/vumi#637, node-smpp#140, opentelecoms-org/jsmpp#232',
    script: reporting({ esmClass: 0 }),
  },
  {
    does: 'sends receipts of parameters alone, without a text',
    met: 'node-smpp#116',
    script: reporting({ form: 'parameters' }),
  },
  {
    does: 'sends receipts of parameters alone, with esm_class 0',
    met: 'praekeltfoundation/vumi#872',
    script: reporting({ form: 'parameters', esmClass: 0 }),
  },
  {
    does: 'sends receipts of id, stat and err alone',
    met: 'opentelecoms-org/jsmpp#62',
    script: reporting({ text: (id) => `id:${id} stat:DELIVRD err:000` }),
  },
  {
    does: 'writes the keys of receipts in capitals, with blanks behind the colons',
    met: 'opentelecoms-org/jsmpp#74, twitter-archive/cloudhopper-smpp#105',
    script: reporting({ text: (id) => `ID: ${id} SUB: 001 DLVRD: 001 STAT: DELIVRD ERR: 000 TEXT:` }),
  },
  { does: 'writes receipts in UCS-2', script: reporting({ form: 'ucs2' }) },
  { does: 'writes receipts into message_payload', script: reporting({ form: 'payload' }) },
  { does: 'sends receipts behind a user data header', script: reporting({ form: 'header' }) },
  { does: 'sends receipts by data_sm', script: reporting({ form: 'data_sm' }) },
  {
    does: 'adds parameters of its vendor to receipts (0x2001, 0x3177)',
    met: 'twitter-archive/cloudhopper-smpp#101, python-smpplib/python-smpplib#188',
    script: reporting({
      more: Buffer.concat([tlv(0x2001, Buffer.from('x')), tlv(0x3177, Buffer.alloc(40, 1))]),
    }),
  },
  {
    does: 'writes ids in hexadecimal in responses, and in decimal in receipts',
    met: 'jookies/jasmin#24, #586, #1034',
    script: () => ({
      onSubmit: ({ id }) => ({ id: id.toString(16), receiptId: String(id) }),
    }),
    settings: {
      cascade: { messageIds: hexadecimal },
      kannel: { 'msg-id-type': '0x01' },
      jasmin: { dlr_msgid: 1 },
    },
  },
  {
    does: 'writes ids in decimal in responses, and in hexadecimal in receipts',
    met: 'jookies/jasmin#1129',
    script: () => ({
      onSubmit: ({ count }) => ({
        id: String(0xabc00 + count),
        receiptId: (0xabc00 + count).toString(16).toUpperCase(),
      }),
    }),
    settings: {
      cascade: { messageIds: { response: 'decimal', receipt: 'hex' } },
      kannel: { 'msg-id-type': '0x02' },
      jasmin: { dlr_msgid: 2 },
    },
  },
  {
    does: 'writes ids with letters, in capitals in receipts',
    met: 'jookies/jasmin#535, #643, #916',
    script: () => ({ onSubmit: ({ id }) => ({ id: `a-b-${id}-c`, receiptId: `A-B-${id}-C` }) }),
    settings: { cascade: { messageIds: { response: 'caseless', receipt: 'caseless' } } },
  },
  {
    does: 'writes ids of 80 octets',
    script: () => ({ onSubmit: ({ id }) => ({ id: `${id}`.padStart(80, 'x') }) }),
  },
  {
    does: 'sends receipts 300 ms before the responses',
    script: () => ({ onSubmit: () => ({ afterMs: 400, receipts: [{ afterMs: -300 }] }) }),
  },
  {
    does: 'sends each receipt ten times',
    script: reporting(...Array.from({ length: 10 }, (): ScriptedReceipt => ({}))),
  },
  {
    does: 'reports UNDELIV after DELIVRD',
    script: reporting({}, { ...later, stat: 'UNDELIV' }),
  },
  {
    does: 'takes texts from transmitters alone, and sends receipts to receivers alone',
    met: 'praekeltfoundation/vumi#267, #269',
    script: () => ({
      onPdu: (pdu, link) => {
        if (pdu.id !== ids.bindTransceiver) return undefined;
        link.write(0x80000009, pdu.sequence, undefined, 0x03);
        return false;
      },
    }),
    settings: {
      cascade: { bind: 'transmitter and receiver' },
      kannel: { 'transceiver-mode': false },
    },
  },
  {
    does: 'brings subscribers’ texts with words of receipts between receipts',
    met: 'node-smpp#116, telenordigital/sms-smpp#157',
    script: (smsc) => ({
      onSubmit(submit) {
        smsc.tell(
          ids.deliverSm,
          deliverBody({ from: submit.number, text: `id:x${submit.id} stat:UNDELIV err:001 STOP` }),
        );
        return undefined;
      },
    }),
  },
];

/** Responses to submits. */
const responses: readonly Behaviour[] = [
  {
    does: 'takes 5 a second, and refuses others with RTHROTTLED',
    met: 'jookies/jasmin#60, #425, praekeltfoundation/vumi#384, gosmpp#72',
    script: limited(5, 0x58),
    texts: { count: 50, perSecond: 50 },
    seconds: 60,
  },
  {
    does: 'takes 5 a second, and refuses others with RMSGQFUL',
    met: 'praekeltfoundation/vumi#636, jookies/jasmin#925',
    script: limited(5, 0x14),
    texts: { count: 50, perSecond: 50 },
    seconds: 60,
  },
  {
    does: 'takes two at once, and refuses others with RSUBMITFAIL',
    met: 'gosmpp#73',
    script: () => {
      let open = 0;
      return {
        onSubmit(_, smsc) {
          if (open >= 2) return { status: 0x45 };
          open += 1;
          smsc.later(300, () => {
            open -= 1;
          });
          return { afterMs: 300 };
        },
      };
    },
    texts: { count: 20, perSecond: 20 },
    seconds: 45,
  },
  {
    does: 'answers RSYSERR twice to each',
    met: 'opentelecoms-org/jsmpp#153',
    script: atFirst(2, () => ({ status: 0x08 })),
    seconds: 40,
  },
  {
    does: 'refuses everything for 8 s: the account has no credit (0x400)',
    met: 'RestComm/smscgateway#182, opentelecoms-org/jsmpp#153',
    script: refusingFor(8, 0x400),
    seconds: 60,
  },
  {
    does: 'refuses one text of five: its number is wrong (RINVDSTADR)',
    script: () => ({ onSubmit: (submit) => (textOf(submit) === 0 ? { status: 0x0b } : undefined) }),
    should: (at) => (isFirst(at) ? 'UNDELIVERED' : 'DELIVERED'),
    reaches: (at) => !isFirst(at),
  },
  {
    does: 'accepts without an id',
    script: () => ({ onSubmit: () => ({ id: '', receipts: [] }) }),
    should: always('SENT'),
  },
  {
    does: 'answers generic_nack with status 0 at first, and does not take the text',
    met: 'praekeltfoundation/vumi#404',
    script: atFirst(1, ({ link, sequence }) => ({
      answer: () => link.write(ids.genericNack, sequence),
      isDelivered: false,
      receipts: [],
    })),
    seconds: 40,
  },
  {
    does: 'writes an enquire_link_resp under the number of each submit, then the response',
    script: () => ({
      onSubmit: ({ link, sequence }) => {
        link.write(ids.enquireLinkResp, sequence);
        return undefined;
      },
    }),
  },
  {
    does: 'responds in the reverse order, after up to 2 s',
    script: () => ({ onSubmit: ({ count }) => ({ afterMs: 2_000 - (count % 10) * 190 }) }),
    texts: { count: 20, perSecond: 20 },
  },
  {
    does: 'writes each response twice',
    script: () => ({
      onSubmit: ({ link, sequence, id }) => ({
        id: `id${id}`,
        answer: () => {
          for (const _ of [1, 2]) link.write(ids.submitSmResp, sequence, cString(`id${id}`));
        },
      }),
    }),
  },
  {
    does: 'responds after 3 s',
    script: () => ({ onSubmit: () => ({ afterMs: 3_000 }) }),
    texts: { count: 20, perSecond: 20 },
  },
  {
    does: 'swallows one text each time, and answers the others at once',
    met: 'jookies/jasmin#247, #268, #564, node-smpp#227, opentelecoms-org/jsmpp#63',
    script: () => ({
      onSubmit: (submit) =>
        textOf(submit) === 0 ? { answer: () => {}, isDelivered: false, receipts: [] } : undefined,
    }),
    texts: { count: 60, perSecond: 4 },
    should: (at) => (isFirst(at) ? 'UNDELIVERED' : 'DELIVERED'),
    reaches: (at) => !isFirst(at),
    seconds: 120,
  },
  {
    does: 'delivers one text and loses its response',
    met: 'jookies/jasmin#1036',
    script: () => ({
      onSubmit: (submit) =>
        textOf(submit) === 0 && submit.tries === 1 ? { answer: () => {}, receipts: [] } : undefined,
    }),
    texts: { count: 40, perSecond: 4 },
    seconds: 40,
  },
  {
    does: 'adds parameters of its vendor to responses',
    met: 'python-smpplib/python-smpplib#190',
    script: () => ({
      onSubmit: ({ link, sequence, id }) => ({
        id: `id${id}`,
        answer: () =>
          link.write(
            ids.submitSmResp,
            sequence,
            Buffer.concat([cString(`id${id}`), tlv(0x2001, Buffer.from('x'))]),
          ),
      }),
    }),
  },
  {
    does: 'does not take long texts in message_payload (0xc1)',
    met: 'go-smpp#20, telenordigital/sms-smpp#162',
    script: () => ({
      onSubmit: ({ optional }) => (optional['0424'] === undefined ? undefined : { status: 0xc1 }),
    }),
    text: long,
    settings: { cascade: { longTexts: 'parts' } },
  },
  {
    does: 'does not take a validity_period (RINVEXPIRY)',
    met: 'ksmppd#73, jookies/jasmin#623, #1179',
    script: () => ({
      onSubmit: ({ validityPeriod }) => (validityPeriod === '' ? undefined : { status: 0x62 }),
    }),
  },
];

/** The connection: what ends it, and what does not. */
const connections: readonly Behaviour[] = [
  {
    does: 'closes the connection at a PDU above 300 octets',
    met: 'node-smpp#109, #128, #168, twitter-archive/cloudhopper-smpp#64',
    script: () => ({
      onPdu(pdu, link) {
        if (pdu.body.length <= 284) return undefined;
        link.socket.destroy();
        return false;
      },
      onSubmit: () => ({ afterMs: 200 }),
    }),
    text: (at) => (isFirst(at) ? `0 ${'x'.repeat(700)}` : `${at} code`),
    texts: { count: 20, perSecond: 4 },
    settings: { cascade: { longTexts: 'parts' } },
    seconds: 45,
  },
  {
    does: 'closes the connection at each submit of one text',
    met: 'node-smpp#168',
    script: () => ({
      onSubmit: (submit) => {
        if (textOf(submit) !== 0) return { afterMs: 200 };
        submit.link.socket.destroy();
        return { answer: () => {}, isDelivered: false, receipts: [] };
      },
    }),
    texts: { count: 60, perSecond: 4 },
    should: (at) => (isFirst(at) ? 'UNDELIVERED' : 'DELIVERED'),
    reaches: (at) => !isFirst(at),
    seconds: 45,
  },
  {
    does: 'closes the connection with a full window, once, after it delivered all of it',
    script: losingItsAnswers,
    texts: { count: 40, perSecond: 20 },
    settings: { cascade: { window: 10 }, kannel: { 'max-pending-submits': 10 } },
    why: 'Jasmin has one submit under way at a time, and so has `window: 1`, as the next row shows',
    seconds: 40,
  },
  {
    does: 'does the same, and every client has a window of one, as Jasmin always has',
    script: losingItsAnswers,
    texts: { count: 40, perSecond: 20 },
    settings: { cascade: { window: 1 }, kannel: { 'max-pending-submits': 1 } },
    seconds: 40,
  },
  {
    does: 'unbinds with submits under way, and answers them 50 ms later',
    met: 'naz#29, node-smpp#250, praekeltfoundation/vumi#624',
    script: () => {
      let hasUnbound = false;
      return {
        onSubmit({ count, link }, smsc) {
          if (count === 5 && !hasUnbound) {
            hasUnbound = true;
            link.write(ids.unbind, smsc.nextSequence());
          }
          return { afterMs: 50 };
        },
      };
    },
    texts: { count: 20, perSecond: 100 },
  },
  {
    does: 'answers nothing for 12 s, enquire_link included, with its connection open; a new one is served',
    met: 'twitter-archive/cloudhopper-smpp#134, traccar/traccar#3293',
    script: () => {
      let silent: unknown;
      return {
        onPdu({ id }, link) {
          if (id === ids.submitSm) silent ??= link;
          return link === silent ? false : undefined;
        },
      };
    },
    seconds: 60,
  },
  { does: 'is away for 15 s when texts come', script: () => ({}), awaySeconds: 15, seconds: 45 },
  {
    does: 'says for 5 s that it is already bound (0x05)',
    met: 'jsmpp#54',
    script: () => {
      const since = performance.now();
      return { onBind: () => (performance.now() - since < 5_000 ? { status: 0x05 } : undefined) };
    },
    seconds: 40,
  },
  { does: 'answers a bind after 3 s', script: () => ({ onBind: () => ({ afterMs: 3_000 }) }) },
  {
    does: 'answers the first bind never',
    script: () => ({ onBind: (_, count) => ({ isSilent: count === 1 }) }),
    seconds: 40,
  },
  { does: 'accepts a bind without a system_id', script: () => ({ onBind: () => ({ isBare: true }) }) },
  {
    does: 'closes the first three connections at once',
    script: () => ({
      onConnection: (link, count) => {
        if (count <= 3) link.socket.destroy();
      },
    }),
    seconds: 40,
  },
  {
    does: 'closes a connection on which nothing came for 2 s',
    met: 'node-smpp#204',
    script: () => ({
      onConnection: ({ socket }) => void socket.setTimeout(2_000, () => socket.destroy()),
    }),
    texts: { count: 6, perSecond: 0.3 },
    seconds: 30,
  },
  {
    does: 'sends enquire_link twenty times a second, and before the bind',
    met: 'onlinecity/php-smpp#49',
    script: (smsc) => ({
      onConnection(link) {
        const ask = () => {
          if (link.socket.destroyed) return;
          link.write(ids.enquireLink, smsc.nextSequence());
          smsc.later(50, ask);
        };
        ask();
      },
    }),
  },
  {
    does: 'sends PDUs of commands that do not exist, and alert_notification',
    script: (smsc) => ({
      onSubmit({ number }) {
        smsc.tell(0x00010203, Buffer.from('x'));
        smsc.tell(
          ids.alertNotification,
          Buffer.concat([Buffer.from([1, 1]), cString(number), Buffer.from([1, 1]), cString('codes')]),
        );
        return undefined;
      },
    }),
  },
  ...(
    [
      ['of length 0', '00000000000000040000000000000001'],
      ['of 2,147,483,647 octets', '7fffffff000000040000000000000001'],
      ['of another protocol (HTTP)', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n').toString('hex')],
    ] as const
  ).map(
    ([name, octets]): Behaviour => ({
      does: `writes a PDU ${name} behind the first response`,
      script: () => ({
        onSubmit({ count, link }, smsc) {
          if (count === 1) smsc.later(50, () => void link.socket.write(Buffer.from(octets, 'hex')));
          return undefined;
        },
      }),
      seconds: 45,
    }),
  ),
  {
    does: 'writes one octet at a time',
    script: () => ({
      onConnection({ socket }) {
        const write = socket.write.bind(socket);
        let last: Promise<unknown> = Promise.resolve();
        socket.write = (octets: unknown) => {
          for (const octet of Buffer.from(octets as Buffer))
            last = last.then(() => {
              if (!socket.destroyed) write(Buffer.of(octet));
              return new Promise(setImmediate);
            });
          return true;
        };
      },
    }),
  },
];

/** What is submitted: alphabets, parts, and the rate. */
const submits: readonly Behaviour[] = [
  {
    does: 'reads data_coding 0 as GSM 03.38',
    text: (at) => `${at} help@shop $1 £2 _ {a} [b] ~ \\ | ^ €3`,
    script: () => ({}),
  },
  {
    does: 'reads data_coding 0 as Latin-1',
    met: 'node-smpp#26, #97, ksmppd#50, jookies/jasmin#617',
    text: (at) => `${at} help@shop $1 £2 _ {a} [b] é`,
    alphabet: 'latin1',
    script: () => ({}),
    settings: { cascade: { alphabet: 'latin1' }, kannel: { 'alt-charset': 'ISO-8859-1' } },
  },
  {
    does: 'reads data_coding 0 as ASCII',
    met: 'opentelecoms-org/jsmpp#83, python-smpplib/python-smpplib#79',
    text: (at) => `${at} help@shop $1 _ {a} [b]`,
    alphabet: 'ascii',
    script: () => ({}),
    settings: { cascade: { alphabet: 'ascii' }, kannel: { 'alt-charset': 'ASCII' } },
  },
  {
    does: 'takes texts of 400 characters',
    text: (at) => `${at} ${'cascade '.repeat(50)}`,
    script: () => ({}),
  },
  {
    does: 'takes texts of 400 characters in parts alone, with a header',
    text: (at) => `${at} ${'cascade {} '.repeat(36)}`,
    script: () => ({
      onSubmit: ({ optional }) => (optional['0424'] === undefined ? undefined : { status: 0xc1 }),
    }),
    settings: { cascade: { longTexts: 'parts' } },
  },
  {
    does: 'takes UCS-2 with emoji across the edge of a part',
    met: 'gosmpp#167, telenordigital/sms-smpp#172',
    text: (at) => `${at} ${'ж'.repeat(63)}👋 ${'я👨‍👩‍👧 '.repeat(15)}`,
    script: () => ({}),
    settings: { cascade: { longTexts: 'parts' } },
  },
  {
    does: 'reports one part of each long text as undelivered',
    met: 'jookies/jasmin#424, telenordigital/sms-smpp#162',
    text: long,
    script: () => ({
      onSubmit: ({ part }) => ({ receipts: [part.index === 1 && part.of > 1 ? { stat: 'UNDELIV' } : {}] }),
    }),
    should: undelivered,
    settings: { cascade: { longTexts: 'parts', receiptOf: 'each' } },
  },
  {
    does: 'allows 10 a second, by contract',
    script: () => ({}),
    texts: { count: 80, perSecond: 200 },
    settings: {
      cascade: { messagesPerSecond: 10 },
      kannel: { throughput: 10 },
      jasmin: { submit_throughput: 10 },
    },
    seconds: 30,
    faults: (smsc) => aboveRate(smsc.submittedAt, 10),
  },
];

/** How many of the submits came in a second that had its share already; one more a second is rounding. */
function aboveRate(times: readonly number[], perSecond: number): number {
  const seconds = Map.groupBy(times, (at) => Math.floor((at - (times[0] ?? 0)) / 1_000));
  return [...seconds.values()].reduce((all, { length }) => all + Math.max(0, length - perSecond - 1), 0);
}

export const groups: Readonly<Record<string, readonly Behaviour[]>> = {
  Receipts: receipts,
  Responses: responses,
  Connections: connections,
  Texts: submits,
};
