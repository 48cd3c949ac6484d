import {
  neighbourRequest,
  type ProblemCase,
  type ProblemEntry,
  readContract,
  requestOfCase,
} from '@cascade/contract';
import { problemCodes, problemFacts } from '@cascade/types';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeScheduling } from './judge-scheduling.ts';
import { judgeCallbackRegistration, judgeCascadeList } from './judge-shape.ts';
import { problemBody } from './request-problem.ts';
import { demoFacts } from './testing/demo-facts.ts';

const cases = readContract().problems.flatMap((entry) =>
  entry.cases.map((one) => [one.name, entry, one] as const),
);
const ofRules = cases.filter(([, entry]) => placeOf(entry) !== undefined);

describe('the catalogue', () => {
  test.each(ofRules)('%s: the provoking request has exactly this problem', (name, entry, one) => {
    const { body } = requestOfCase(one);
    const { problem: judged } = judgeScheduling(body, factsFor(entry, one));
    expect(judged).toMatchObject({
      code: entry.code,
      title: entry.title,
      status: entry.status,
      example: name,
    });
    expect(judged?.detail).toEqual(one.detail ?? expect.stringMatching(/^(?:\/|cascade \d)/));
  });

  test.each(ofRules)('%s: the neighbour passes', (_, __, one) => {
    expect(judgeScheduling(neighbourRequest(one).body, demoFacts()).problem).toBeUndefined();
  });

  test('a callback address that is not HTTP is rejected without trying it', () => {
    expect(judgeCallbackRegistration({ statusCallbackUrl: 'ftp://shop.example/' })?.code).toBe(
      'callback-url-not-valid',
    );
    expect(judgeCallbackRegistration({ statusCallbackUrl: 'https://shop.example/' })).toBeUndefined();
    expect(judgeCallbackRegistration({ inMessageCallbackUrl: 'https://shop.example/' })).toBeUndefined();
    for (const none of [{}, { subjectId: 2 }, { inMessageCallbackUrl: null }])
      expect(judgeCallbackRegistration(none)?.detail).toBe('/statusCallbackUrl: is missing');
    expect(judgeCallbackRegistration({ statusCallbackURL: 'https://shop.example/' })?.detail).toBe(
      '/statusCallbackUrl: is missing; found statusCallbackURL, did you mean statusCallbackUrl?',
    );
  });
});

describe('the order of §4.1', () => {
  const broken = {
    1: { requestId: '00000000-0000-4000-8000-00000000dead' },
    2: { cascadeId: 404404 },
    3: { content: { smsContent: { contentType: 'TEXT', text: '' } } },
    4: { startTime: 12 },
    5: {},
  } as const;
  const codes = [
    'requestId-is-not-unique',
    'cascade-not-found',
    'text-not-specified',
    'matched-template-not-found',
    'out-of-balance',
  ];
  const pairs = [1, 2, 3, 4, 5].flatMap((early) =>
    [1, 2, 3, 4, 5].filter((late) => late > early).map((late) => [early, late] as const),
  );

  test.each(pairs)('rule %i wins over rule %i', (early, late) => {
    const body = { ...validRequest(), ...pick(broken, early), ...pick(broken, late) };
    const facts = {
      ...demoFacts(),
      isRequestIdUsed: (id: string) => id === broken[1].requestId,
      canAfford: () => late !== 5,
    };
    expect(judgeScheduling(body, facts).problem?.code).toBe(codes[early - 1]);
  });

  const others = ofRules.flatMap(([name, entry, one]) =>
    [1, 2, 3, 4, 5].filter((rule) => rule !== entry.rule).map((rule) => ({ name, rule, entry, one })),
  );

  test.each(others)('$name beside a request that breaks rule $rule', ({ rule, entry, one }) => {
    const { body } = requestOfCase(one);
    const own = factsFor(entry, one);
    const facts = {
      ...own,
      isRequestIdUsed: (id: string) => id === broken[1].requestId || own.isRequestIdUsed(),
      canAfford: () => rule !== 5 && own.canAfford(),
    };
    const found = judgeScheduling({ ...Object(body), ...pick(broken, rule) }, facts).problem;
    const isFirst = (placeOf(entry) ?? 0) < rule;
    expect(isFirst ? found?.code : problemFacts(found?.code ?? 'system-error').rule).toBe(
      isFirst ? entry.code : rule,
    );
  });

  test('inside rule 3: no content, then the stages, then the fields in the order of the stages', () => {
    const textless = { contentType: 'TEXT', text: '' };
    const judge = (content: unknown) =>
      judgeScheduling({ ...validRequest(), cascadeId: 1000000, content }, demoFacts()).problem;
    expect(judge({ somethingElse: {} })?.code).toBe('content-not-specified');
    expect(judge({ smsContent: textless })?.code).toBe('cascade-scheduling-request-is-not-valid');
    const all = { smsContent: textless, chatoneContent: { text: 'x' }, chattwoContent: { ...textless } };
    expect(judge(all)).toMatchObject({ code: 'text-not-specified', pointer: '/content/chattwoContent/text' });
  });
});

describe('content holds an object for a channel, or none (ADR-0045)', () => {
  const text = { contentType: 'TEXT', text: 'x' };
  const judge = (cascadeId: number, content: unknown) =>
    judgeScheduling({ ...validRequest(), cascadeId, content }, demoFacts()).problem;
  const missing = (channel: string) => expect.stringContaining(`channelType:${channel}]`);

  test.each([[null], ['hello'], [5], [[]]])('%j is none: no content at all', (value) => {
    expect(judge(2002, { smsContent: value })?.code).toBe('content-not-specified');
    expect(judge(1000000, { smsContent: value, chatoneContent: value, chattwoContent: value })?.code).toBe(
      'content-not-specified',
    );
  });

  test.each([[null], ['hello']])('%j is none: the stage has no content', (value) => {
    const problem = judge(31634, { chatoneContent: text, chattwoContent: value });
    expect(problem).toMatchObject({
      code: 'cascade-scheduling-request-is-not-valid',
      example: 'content-not-found-for-stage',
      detail: missing('CHATTWO'),
    });
    expect(problem?.detail).not.toContain('contentChannelType');
  });

  test.each([[null], ['hello']])('%j without a stage is malformed, not content without a stage', (value) => {
    expect(judge(31634, { chatoneContent: text, chattwoContent: text, smsContent: value })).toMatchObject({
      code: 'matched-template-not-found',
      pointer: '/content/smsContent',
    });
  });
});

describe('one comment for several broken button limits, in the order of §7.1 (ADR-0046)', () => {
  const limits = {
    'Too many buttons, maximum is 10': [Array(11).fill('QUICK_REPLY'), 'x'],
    'Too many URL buttons, maximum is 2': [['URL', 'URL', 'URL'], 'x'],
    'Too many PHONE buttons, maximum is 1': [['PHONE', 'PHONE'], 'x'],
    'Payload is too long, maximum is 128': [['QUICK_REPLY'], 'x'.repeat(129)],
  } as const;
  const names = Object.keys(limits) as (keyof typeof limits)[];
  const pairs = names.flatMap((early, at) => names.slice(at + 1).map((late) => [early, late] as const));
  const buttonsOf = (name: keyof typeof limits) => {
    const [types, payload] = limits[name];
    return types.map((type) => ({ type, text: 'x', payload, action: 'reply' }));
  };
  const judge = (buttons: readonly object[]) =>
    judgeScheduling(
      {
        ...validRequest(),
        cascadeId: 4010,
        content: { chattwoContent: { contentType: 'TEXT', text: 'x', buttons } },
      },
      demoFacts(),
    ).problem;

  test.each(pairs)('%s, before: %s', (early, late) => {
    for (const buttons of [
      [...buttonsOf(early), ...buttonsOf(late)],
      [...buttonsOf(late), ...buttonsOf(early)],
    ]) {
      expect(judge(buttons)).toMatchObject({ code: 'button-validation-error', detail: early });
    }
  });

  test('11 URL buttons are too many buttons first', () => {
    const url = { type: 'URL', text: 'x', action: 'track' };
    expect(judge(Array(11).fill(url))?.detail).toBe('Too many buttons, maximum is 10');
  });
});

describe('the request id', () => {
  const requestId = 'AAAAAAAA-0000-4000-8000-000000000001';

  test('comes in lower case, whether a later rule finds a problem or not', () => {
    const judged = judgeScheduling({ ...validRequest(), requestId }, demoFacts());
    expect(judged).toEqual({ requestId: requestId.toLowerCase(), problem: undefined });
    expect(judgeScheduling({ requestId }).requestId).toBe(requestId.toLowerCase());
  });

  test.each([[null], [[]], [{}], [{ requestId: 7 }], [{ requestId: 'order 1234' }]])(
    '%j has none',
    (body) => {
      const { requestId, problem } = judgeScheduling(body);
      expect(requestId).toBeUndefined();
      expect(problem?.code).toBe('matched-template-not-found');
    },
  );
});

describe('the furthest start time (ADR-0043)', () => {
  const now = () => new Date('2027-03-01T12:00:00Z');
  const judgeStart = (startTime: string) =>
    judgeScheduling({ ...validRequest(), startTime }, { ...demoFacts(), now }).problem;

  test.each(['1970-01-01T00:00:00Z', '2028-03-01T12:00:00Z', '2028-03-01T13:00:00+01:00'])(
    '%s is near enough',
    (startTime) => {
      expect(judgeStart(startTime)).toBeUndefined();
    },
  );

  test.each([
    ['2028-03-01T12:00:00.001Z', 367],
    ['2028-03-01T12:00:00-00:01', 367],
    ['9999-12-31T23:59:59Z', 2_912_019],
    ['9999-12-31T23:59:60Z', 2_912_019],
  ])('%s is %i days ahead', (startTime, days) => {
    expect(judgeStart(startTime)).toEqual({
      ...judgeScheduling({ ...validRequest(), startTime: 5 }, demoFacts()).problem,
      detail: `/startTime: must be at most 366 days ahead, found ${days}`,
    });
  });

  test('a malformed time is reported as malformed, and before a fault of the content', () => {
    expect(judgeStart('9999-02-30T00:00:00Z')?.detail).toMatch(/^\/startTime: must be a day of the calendar/);
    const content = { smsContent: { contentType: 'TEXT', text: 5 } };
    const body = { ...validRequest(), startTime: '9999-01-01T00:00:00Z', content };
    expect(judgeScheduling(body, { ...demoFacts(), now }).problem?.pointer).toBe('/startTime');
  });

  test('without a clock it is not checked', () => {
    const body = { ...validRequest(), startTime: '9999-12-31T23:59:59Z' };
    expect(judgeScheduling(body).problem).toBeUndefined();
  });
});

describe('malformed bodies', () => {
  test.each([
    ['not an object', [], ''],
    ['no requestId', { cascadeId: 2002 }, '/requestId'],
    [
      'a requestId that is not a UUID',
      { requestId: 'urn:uuid:00000000-0000-4000-8000-000000000001' },
      '/requestId',
    ],
    ['digits in a string as cascadeId', { ...validRequest(), cascadeId: '2002' }, '/cascadeId'],
    ['no subscriberFilter', { ...validRequest(), subscriberFilter: undefined }, '/subscriberFilter'],
    ['content that is a list', { ...validRequest(), content: [] }, '/content'],
    ['a start time that is not a time', { ...validRequest(), startTime: 'tomorrow' }, '/startTime'],
    [
      'buttons that are a text',
      {
        ...validRequest(),
        cascadeId: 4010,
        content: { chattwoContent: { contentType: 'TEXT', text: 'x', buttons: 'y' } },
      },
      '/content/chattwoContent/buttons',
    ],
  ])('%s: the pointer names the member', (_, body, pointer) => {
    const { problem: judged } = judgeScheduling(JSON.parse(JSON.stringify(body)), demoFacts());
    expect(judged).toMatchObject({ code: 'matched-template-not-found', pointer });
    expect(judged?.detail).toContain(pointer);
  });

  test('no content at all has a code of its own', () => {
    const { content, ...rest } = validRequest();
    expect(content).toBeDefined();
    expect(judgeScheduling(rest).problem?.code).toBe('content-not-specified');
  });

  test('any JSON gets a listed problem or none, and no problem quotes a value', () => {
    const known = new Set<string>(problemCodes());
    const secret = 'a-very-private-text';
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.constantFrom('requestId', 'cascadeId', 'content', 'subscriberFilter'),
        (value, member) => {
          for (const body of [
            value,
            { ...validRequest(), [member]: value },
            { ...validRequest(), [member]: secret },
          ]) {
            const { problem: judged } = judgeScheduling(body, demoFacts());
            if (judged === undefined) continue;
            expect(known.has(judged.code)).toBe(true);
            expect(problemBody(judged)).toMatchObject({ title: judged.title, status: 400 });
            expect(judged.detail ?? '').not.toContain(secret);
          }
        },
      ),
    );
  });
});

test('the shape of a request to list cascades', () => {
  expect(judgeCascadeList({})).toBeUndefined();
  expect(judgeCascadeList({ offset: 0, limit: 10 })).toBeUndefined();
  expect(judgeCascadeList({ offset: -1 })).toMatchObject({
    code: 'matched-template-not-found',
    pointer: '/offset',
  });
  expect(judgeCascadeList('all')).toMatchObject({ code: 'matched-template-not-found', pointer: '' });
});

/** Among the rules; undefined before them. */
function placeOf({ rule, after }: ProblemEntry): number | undefined {
  return after === undefined ? rule : after + 0.5;
}

function factsFor({ code }: ProblemEntry, { request }: ProblemCase) {
  return {
    ...demoFacts(),
    isRequestIdUsed: () => request.sentBefore === true,
    canAfford: () => code !== 'out-of-balance',
  };
}

function validRequest() {
  return {
    requestId: '00000000-0000-4000-8000-000000000001',
    cascadeId: 2002,
    subscriberFilter: { address: '+12025550100', type: 'PHONE' },
    content: { smsContent: { contentType: 'TEXT', text: 'Code 4821' } },
  };
}

function pick(parts: Readonly<Record<number, object>>, rule: number): object {
  return parts[rule] ?? {};
}
