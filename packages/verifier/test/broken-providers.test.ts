import { randomUUID } from 'node:crypto';
import { type RunningMock, startMock } from '@cascade/mock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshIdIf } from '../mutants/changes.ts';
import { mutants, type ProxyChange, startMutantProxy } from '../mutants/index.ts';
import {
  type Call,
  isScheduling,
  isSuccessful,
  type ProxyAnswer,
  requestBody,
} from '../mutants/proxy/wire.ts';
import { type Phase, type Profile, type Report, type VerifyOptions, verify } from '../src/index.ts';
import { type Break, ownProfile, type PassingAnswer, startBroken } from './support/broken-provider.ts';

const patient = { timeoutInMilliseconds: 60_000 };
let mock: RunningMock;

beforeAll(async () => {
  mock = await startMock({ port: 0 });
});

afterAll(() => mock?.close());

async function judge(
  breaks: Break,
  phase: Phase,
  {
    holds,
    cascades,
    ...more
  }: Pick<Partial<Profile>, 'holds' | 'cascades'> & Omit<Partial<VerifyOptions>, 'profile'> = {},
): Promise<Report> {
  const provider = await startBroken(mock.url, breaks);
  try {
    const own = await ownProfile('mock');
    const profile = {
      ...own,
      ...(holds === undefined ? {} : { holds }),
      ...(cascades === undefined ? {} : { cascades }),
    };
    return await verify({ ...patient, target: provider.url, profile, seed: 7, phases: [phase], ...more });
  } finally {
    await provider.close();
  }
}

/** Changes the answers whose body holds a text. */
function altering(has: string, alter: (answer: PassingAnswer) => Partial<PassingAnswer>): Break {
  return async (request, pass) => {
    const answer = await pass(request);
    return answer.body.includes(has) ? { ...answer, ...alter(answer) } : answer;
  };
}

/** Breaks the connection of the 50th message, and loses the ids of the last ten. */
function breaksOnce(): ProxyChange {
  const lost = new Set<string>();
  const seen: string[] = [];
  const { answer } = freshIdIf((requestId) => lost.delete(requestId));
  const note = (call: Call, answered: ProxyAnswer): ProxyAnswer => {
    if (!isScheduling(call) || !isSuccessful(answered)) return answered;
    if (seen.push(String(requestBody(call).requestId)) !== 50) return answered;
    for (const each of seen.slice(-10)) lost.add(each);
    return { ...answered, manner: 'hang-up' };
  };
  return {
    answer: async (call, next, state) => note(call, await (answer?.(call, next, state) ?? next(call))),
  };
}

const replacing = (from: string, to: string) =>
  altering(from, ({ body }) => ({ body: body.replaceAll(from, to) }));

const lengthOf = (body: string) => [...(/"text":"((?:[^"\\]|\\.)*)"/.exec(body)?.[1] ?? '')].length;

const clausesOf = (report: Report) => [...new Set(report.findings.map(({ clause }) => clause))].toSorted();

describe('what each phase catches', () => {
  test('vectors: another code', async () => {
    const report = await judge(replacing('caption-not-specified', 'text-not-specified'), 'vectors');
    expect(report.verdict).toBe('non-conformant');
    expect(clausesOf(report)).toEqual(['7.1/caption-not-specified']);
    expect(report.findings[0]).toMatchObject({
      scenario: 'caption-empty',
      expected: 'caption-not-specified',
      actual: 'text-not-specified',
      request: { headers: { 'x-api-key': '<API_KEY>' } },
      curl: expect.stringContaining('$API_KEY'),
    });
  });

  test('vectors: a status in the body that is not the one of the answer', async () => {
    const report = await judge(
      altering('auth-error', ({ body }) => ({ body: body.replace('401', '400') })),
      'vectors',
    );
    expect(clausesOf(report)).toEqual(['2.4/status']);
  });

  test('vectors: a page instead of a problem', async () => {
    const page = { headers: { 'content-type': 'text/html' }, body: '<h1>Not found</h1>' };
    const report = await judge(
      altering('not-found', () => page),
      'vectors',
    );
    expect(clausesOf(report)).toContain('4.1/error-response');
  });

  test('vectors: a key in another letter case', async () => {
    const report = await judge(async (request, pass) => {
      const key = request.headers['x-api-key']?.toLowerCase();
      return pass(
        key === undefined ? request : { ...request, headers: { ...request.headers, 'x-api-key': key } },
      );
    }, 'vectors');
    expect(report.findings.map(({ scenario }) => scenario)).toEqual(['key-in-other-letter-case']);
  });

  test('before any phase: a key that is taken from another header', async () => {
    const report = await judge((request, pass) => {
      const { authorization = '', ...headers } = request.headers;
      return pass({ ...request, headers: { ...headers, 'x-api-key': authorization.replace('Bearer ', '') } });
    }, 'boundaries');
    expect(report.verdict).toBe('non-conformant');
    expect(report.findings).toMatchObject([
      {
        scenario: 'key-in-its-header',
        clause: '4.1/header-x-api-key',
        actual: expect.stringMatching(/^401, and 200/),
      },
    ]);
  });

  test('boundaries: a limit moved by one', async () => {
    const report = await judge(async (request, pass) => {
      const isOne = /"attachmentName":"a{70}"/.test(request.body);
      return isOne
        ? pass({ ...request, body: request.body.replace(/a{70}/, 'a'.repeat(71)) })
        : pass(request);
    }, 'boundaries');
    expect(report.findings.map(({ scenario, check }) => [scenario, check])).toEqual([
      ['attachmentName-length-inside', 'positive-data-acceptance'],
    ]);
  });

  test('boundaries: a comment in other words', async () => {
    const report = await judge(replacing('Too many URL buttons', 'Too many link buttons'), 'boundaries');
    expect(clausesOf(report)).toEqual(['7.1/button-validation-error', '7.1/comment-url-buttons']);
  });

  test('order: a later rule that comes first', async () => {
    const report = await judge(async (request, pass) => {
      const answer = await pass(request);
      const isPoor = request.headers['x-api-key'] === 'poor-key' && answer.body.includes('cascade-not-found');
      return isPoor
        ? { ...answer, body: answer.body.replace('cascade-not-found', 'out-of-balance') }
        : answer;
    }, 'order');
    expect(report.findings.map(({ scenario }) => scenario)).toEqual(['order-unknown-cascade-and-no-money']);
  });

  test('text: no thousands separator', async () => {
    const report = await judge(replacing('31,634', '31634'), 'text');
    expect(clausesOf(report)).toEqual(['7.3/thousands']);
  });

  test('text: the UUID of another stage, if the profile has those of the stages; else that is not judged', async () => {
    const wrong = replacing('stageUuid:2ede9313', 'stageUuid:aaaaaaaa');
    expect(clausesOf(await judge(wrong, 'text'))).toEqual(['2.3/stageUuid']);
    const own = await ownProfile('mock');
    const cascades = own.cascades.map((cascade) => ({
      ...cascade,
      stages: cascade.stages.map(({ channel }) => ({ channel })),
    }));
    const unnamed = await judge(wrong, 'text', { cascades });
    expect(unnamed.findings).toEqual([]);
    expect(unnamed.inconclusive).toContainEqual({
      scenario: 'violation-content-not-found',
      reason: expect.stringMatching(/^the profile has no uuid of each stage of the cascade 31634, so/),
    });
  });

  test('text: surplus content first', async () => {
    const report = await judge(
      altering('; the cascade template stage', ({ body }) => ({
        body: body.replace(/(the content was not.*?\]); (the cascade template.*?\])/, '$2; $1'),
      })),
      'text',
    );
    expect(clausesOf(report)).toEqual(['7.3/order']);
  });

  test('state: ids that are forgotten after 100 messages', async () => {
    const used: string[] = [];
    const report = await judge(
      async (request, pass) => {
        const id = /"requestId":"([^"]*)"/.exec(request.body)?.[1] ?? '';
        const isForgotten =
          request.path.endsWith('/schedule') && used.includes(id) && used.indexOf(id) < used.length - 100;
        const answer = await pass(
          isForgotten ? { ...request, body: request.body.replace(id, randomUUID()) } : request,
        );
        if (answer.status === 200 && !used.includes(id)) used.push(id);
        return answer;
      },
      'state',
      { phases: ['properties', 'state'] },
    );
    expect(report.findings.map(({ scenario }) => scenario)).toEqual(['reused-id-later']);
  });

  describe('state: an id that is answered before it is stored', () => {
    const only = { phases: ['state'], scenarios: ['reused-id-after-restart'] } as const;
    const judgeLate = async (restart?: () => Promise<void>) => {
      const change = mutants.find(({ id }) => id === 'stateful-stored-late')?.change;
      if (change === undefined) throw new Error('there is no mutant stateful-stored-late');
      const proxy = await startMutantProxy({ target: mock.url, mutant: { change } });
      const ends = restart ?? (async () => proxy.restart());
      const profile = await ownProfile('mock');
      return verify({ ...patient, ...only, target: proxy.url, profile, seed: 7, restart: ends }).finally(
        proxy.close,
      );
    };

    test('is lost by a restart', async () => {
      expect((await judgeLate()).findings).toMatchObject([
        { scenario: 'reused-id-after-restart', actual: 'acceptance (200)' },
      ]);
    });

    test('is not judged if the restart fails', async () => {
      const report = await judgeLate(() => Promise.reject(new Error("'systemctl' ended with 1")));
      expect(report.inconclusive).toEqual([
        { scenario: 'reused-id-after-restart', reason: "'systemctl' ended with 1" },
      ]);
    });

    test('is lost with a connection that broke', async () => {
      const proxy = await startMutantProxy({ target: mock.url, mutant: { change: breaksOnce } });
      const phases = ['vectors', 'properties', 'state'] as const;
      const profile = await ownProfile('mock');
      const report = await verify({ ...patient, target: proxy.url, profile, seed: 7, phases }).finally(
        proxy.close,
      );
      expect(report.findings.map(({ scenario }) => scenario)).toContain('reused-id-after-restart');
    });
  });

  test('boundaries: a title that is counted in UTF-16 units, if the provider says that it counts characters', async () => {
    const counting: Break = async (request, pass) => {
      const title = /"title":"([^"]*)"/.exec(request.body)?.[1] ?? '';
      return title.length > 24
        ? pass({ ...request, body: request.body.replace(title, 'a'.repeat(99)) })
        : pass(request);
    };
    const report = await judge(counting, 'boundaries', { holds: ['ADR-0023'] });
    expect(report.findings.map(({ scenario }) => scenario)).toEqual(['listPicker-title-pictographs-inside']);
    expect((await judge(counting, 'boundaries', { holds: [] })).findings).toEqual([]);
  });

  test('order: rule 4 of one channel before rule 3 of another', async () => {
    const report = await judge(async (request, pass) => {
      const isLong = /"title":"a{90}"/.test(request.body);
      const answer = await pass(request);
      const body = '{"title":"template-parameter-is-not-valid","status":400}';
      return isLong && answer.body.includes('the content was not found') ? { ...answer, body } : answer;
    }, 'order');
    expect(report.findings.map(({ scenario }) => scenario)).toEqual(['order-no-content-and-template-limit']);
  });

  test('text: one comma too few from 1,000,000 on', async () => {
    const report = await judge(replacing('1,000,000', '1000,000'), 'text');
    expect(clausesOf(report)).toEqual(['7.3/thousands']);
    expect(report.findings.map(({ scenario }) => scenario)).toContain('violation-millions');
  });

  test('properties: a text that the provider cannot take is blamed, not what else the request has', async () => {
    const report = await judge(async (request, pass) => {
      const isForeign = /[^ -~]/.test(/"text":"([^"]*)"/.exec(request.body)?.[1] ?? '');
      if (!isForeign) return pass(request);
      const headers = { 'content-type': 'application/problem+json' };
      return { status: 500, headers, body: '{"title":"system-error","status":500}' };
    }, 'properties');
    expect(clausesOf(report)).toEqual(['2.2/text']);
  });

  test('properties: an odd fault, shrunk to the least that shows it', async () => {
    const report = await judge(async (request, pass) => {
      const answer = await pass(request);
      const isOdd = lengthOf(request.body) > 4 && answer.body.includes('cascade-not-found');
      return isOdd ? { ...answer, body: answer.body.replace('cascade-not-found', 'out-of-balance') } : answer;
    }, 'properties');
    const [finding] = report.findings;
    expect(finding).toMatchObject({ scenario: 'broken-requests', actual: 'out-of-balance' });
    expect(lengthOf(finding?.request?.body ?? '')).toBeLessThan(24);
  });

  test('properties: what a request shows once only says so', async () => {
    let answers = 0;
    const report = await judge(async (request, pass) => {
      const answer = await pass(request);
      const isUnknown = answer.body.includes('cascade-not-found');
      if (isUnknown) answers += 1;
      return isUnknown && answers === 3
        ? { ...answer, body: answer.body.replace('cascade-not-found', 'out-of-balance') }
        : answer;
    }, 'properties');
    expect(report.findings).toMatchObject([
      {
        scenario: 'broken-requests',
        clause: expect.not.stringMatching('2.2/text'),
        actual: 'out-of-balance (once: sent again, the request was answered rightly)',
      },
    ]);
  });

  test('state: a used id that is taken again', async () => {
    const report = await judge(async (request, pass) => {
      const answer = await pass(request);
      const body = request.body.replace(
        /"requestId":"\w{8}/,
        `"requestId":"${crypto.randomUUID().slice(0, 8)}`,
      );
      return answer.body.includes('requestId-is-not-unique') ? pass({ ...request, body }) : answer;
    }, 'state');
    expect(report.findings.map(({ scenario }) => scenario).toSorted()).toEqual([
      'reused-id',
      'reused-id-at-once',
      'reused-id-in-capitals',
      'reused-id-later',
      'reused-id-other-content',
    ]);
  });

  test('state: a refused request that uses up its id', async () => {
    const refused = new Set<string>();
    const report = await judge(async (request, pass) => {
      const id = /"requestId":"([^"]+)"/.exec(request.body)?.[1] ?? '';
      const answer = await pass(
        refused.has(id) ? { ...request, body: request.body.replace('"TEXT"', '""') } : request,
      );
      if (answer.status >= 400) refused.add(id);
      return answer;
    }, 'state');
    expect(report.findings.map(({ scenario }) => scenario)).toContain('refused-id-is-free');
  });

  describe('state: a failed request, answered with 500, that uses up its id', () => {
    const failing = (): Break => {
      const failed = new Set<string>();
      return async (request, pass) => {
        const id = /"requestId":"([^"]+)"/.exec(request.body)?.[1] ?? '';
        const problem = (status: number, title: string) => ({
          status,
          headers: { 'content-type': 'application/problem+json' },
          body: JSON.stringify({ title, status }),
        });
        if (failed.has(id)) return problem(400, 'requestId-is-not-unique');
        if (!request.body.includes('"content":[')) return pass(request);
        failed.add(id);
        return problem(500, 'system-error');
      };
    };

    test('is a finding where the profile says ADR-0007', async () => {
      const [finding] = (await judge(failing(), 'state')).findings;
      expect(finding).toMatchObject({
        scenario: 'refused-id-is-free',
        actual: '400 requestId-is-not-unique',
      });
    });

    test('fails no other provider', async () => {
      const report = await judge(failing(), 'state', { holds: [] });
      expect(report.findings).toEqual([]);
      expect(report.inconclusive.map(({ scenario }) => scenario)).toContain('refused-id-is-free');
    });
  });

  test('callback: a reason that another address provokes', async () => {
    const report = await judge(
      async (request, pass) =>
        pass({ ...request, body: request.body.replace('+12025550112', '+12025550113') }),
      'callback',
    );
    expect(clausesOf(report)).toEqual(['7.4/spam-rate-limit-hit']);
  });

  test('callback: UNDELIVERED is not judged where every cascade has a later stage to deliver', async () => {
    const own = await ownProfile('mock');
    const report = await verify({
      ...patient,
      target: mock.url,
      profile: {
        ...own,
        callback: { ...own.callback, delivers: true },
        cascades: own.cascades.map((cascade) => ({
          ...cascade,
          stages: [...cascade.stages, ...cascade.stages],
        })),
      },
      scenarios: ['delivered-message-is-not-undelivered'],
    });
    expect(report.inconclusive).toEqual([
      expect.objectContaining({ reason: 'the profile has no cascade of one stage' }),
    ]);
  });

  test('callback: a refused message that is reported all the same', async () => {
    const report = await judge(async (request, pass) => {
      const answer = await pass(request);
      if (answer.body.includes('text-not-specified'))
        await pass({ ...request, body: request.body.replace('"text":""', '"text":"x"') });
      return answer;
    }, 'callback');
    expect(report.findings.map(({ scenario }) => scenario)).toEqual(['callback-of-refused-request']);
  });
});

describe('what the source allows passes', () => {
  // Nothing of it depends on how many generated requests there are.
  const everyPhase: readonly Phase[] = ['vectors', 'boundaries', 'order', 'text'];
  const allowed: readonly Break[] = [
    // The listed spelling.
    replacing('"cascade-scheduling-request-not-valid"', '"cascade-scheduling-request-is-not-valid"'),
    // Separators without blanks, and a full stop.
    altering('Violations', ({ body }) => ({
      body: body.replaceAll(']; ', '];').replace(']"', ']."'),
    })),
    // Members more.
    altering('"title"', ({ body }) => ({ body: body.replace('{', '{"traceId":"7","').replace('","', '",') })),
    // Plain JSON.
    altering('"title"', ({ headers }) => ({ headers: { ...headers, 'content-type': 'application/json' } })),
    // Another 2xx, without a body.
    async (request, pass) => {
      const answer = await pass(request);
      return answer.status === 200 && request.path.includes('schedule')
        ? { status: 202, headers: {}, body: '' }
        : answer;
    },
    // system-error for malformed requests.
    altering('matched-template-not-found', ({ headers }) => ({
      status: 500,
      headers,
      body: JSON.stringify({ title: 'system-error', status: 500 }),
    })),
    // No header that only RFC 9110 asks for.
    async (request, pass) => {
      const answer = await pass(request);
      const { allow: _, 'www-authenticate': __, ...headers } = answer.headers;
      return { ...answer, headers };
    },
  ];

  test('each alone is a control of the score; here all come together', async () => {
    const all = allowed.reduce<Break>(
      (outer, inner) => (request, pass) => outer(request, (each) => inner(each, pass)),
      (request, pass) => pass(request),
    );
    const provider = await startBroken(mock.url, all);
    try {
      const profile = await ownProfile('mock');
      const report = await verify({ ...patient, target: provider.url, profile, seed: 7, phases: everyPhase });
      expect(report.findings).toEqual([]);
      expect(report.hints.map(({ rests }) => rests).toSorted()).toEqual([
        'RFC 9110 §11.6.1, ADR-0042',
        'RFC 9110 §15.5.6, ADR-0010',
      ]);
      expect(report.verdict).toBe('conformant');
    } finally {
      await provider.close();
    }
  });
});
