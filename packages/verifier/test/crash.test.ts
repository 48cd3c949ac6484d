import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type RunningMock, startMock } from '@cascade/mock';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { defined } from '../src/defined.ts';
import { exitCodeOf, type Phase, type Report, toJunit, toSarif, verify } from '../src/index.ts';
import { plain } from '../src/report/paint.ts';
import { describeReport } from '../src/report/terminal-summary.ts';
import { ownProfile } from './support/broken-provider.ts';
import { unwrapped } from './support/run-verifier.ts';

let mock: RunningMock;

beforeAll(async () => {
  mock = await startMock({ port: 0 });
});

afterAll(() => mock?.close());

/** What a frail provider does at a request that it does not survive. */
interface Frailty {
  isDeadly(body: string): boolean;
  /**
   * `hangs`: this request and all after it have no answer; `dies`: all connections break, and the port
   * closes.
   */
  readonly how: 'hangs' | 'dies';
  readonly backAfterMilliseconds?: number;
}

/** Passes requests on to the mock until one comes that it does not survive. */
async function startFrail(frailty: Frailty): Promise<string> {
  let isDown = false;
  let server: Server;
  const listen = async (port: number) => {
    server = createServer(async (incoming, outgoing) => {
      // Undefined if the provider dies while it reads.
      const body = await buffer(incoming).then(String, () => undefined);
      if (isDown || body === undefined) return;
      if (frailty.isDeadly(body)) fall();
      else await passOn(incoming, body, outgoing);
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  };
  const port = await listen(0);
  const { how, backAfterMilliseconds } = frailty;
  const fall = () => {
    isDown = true;
    if (how === 'dies') server.close();
    if (how === 'dies') server.closeAllConnections();
    if (backAfterMilliseconds !== undefined) setTimeout(rise, backAfterMilliseconds);
  };
  const rise = () => {
    isDown = false;
    if (how === 'dies') void listen(port);
    else server.closeAllConnections();
  };
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${port}`;
}

async function passOn(incoming: IncomingMessage, body: string, outgoing: ServerResponse): Promise<void> {
  const { 'content-length': _, host, connection, ...headers } = incoming.headers;
  const { method = 'GET' } = incoming;
  // Which fetch sends with no body.
  const isBare = body === '' || method === 'GET' || method === 'HEAD';
  const answer = await fetch(`${mock.url}${incoming.url}`, {
    method,
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    ...(isBare ? {} : { body }),
  });
  const text = await answer.text();
  const shown = ['content-type', 'allow'].flatMap((name) => {
    const value = answer.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  outgoing.writeHead(answer.status, Object.fromEntries(shown)).end(text);
}

const longName = (body: string) => /"attachmentName":"a{71}"/.test(body);

interface Options {
  readonly phases?: readonly Phase[];
  readonly scenarios?: readonly string[];
  readonly grace?: number;
}

async function judge(frailty: Frailty, options: Options = {}): Promise<Report> {
  return verify({
    target: await startFrail(frailty),
    profile: await ownProfile('mock'),
    seed: 1,
    // Only what hangs for good has to wait that long.
    timeoutInMilliseconds:
      frailty.how === 'hangs' && frailty.backAfterMilliseconds === undefined ? 5_000 : 60_000,
    graceInMilliseconds: options.grace ?? 1_000,
    phases: options.phases ?? ['boundaries', 'order', 'text', 'properties', 'state'],
    ...defined({ scenarios: options.scenarios }),
  });
}

/** One deadly request, so that nothing is under way with it; then others that the run does not come to. */
const alone = [
  'attachmentName-length-outside',
  'order-used-id-and-unknown-cascade',
  'valid-requests',
  'reused-id',
];

const ofVerdict = (report: Report, wanted: string) =>
  report.scenarios.filter(({ verdict }) => verdict === wanted).map(({ scenario }) => scenario);

describe('a provider that no longer answers', () => {
  test.each(['hangs', 'dies'] as const)('that %s: one finding, and the rest is not judged', async (how) => {
    const report = await judge({ isDeadly: longName, how }, { scenarios: alone });
    expect(report.findings).toMatchObject([
      {
        scenario: 'attachmentName-length-outside',
        check: 'answers',
        actual: expect.stringContaining(
          'the provider stopped answering: a request that it had answered before',
        ),
        curl: expect.stringContaining('a'.repeat(71)),
      },
    ]);
    expect(report).toMatchObject({
      verdict: 'non-conformant',
      stopped: 'the provider stopped answering after attachmentName-length-outside',
    });
    expect(exitCodeOf(report)).toBe(1);
    expect(ofVerdict(report, 'mismatch')).toEqual(['attachmentName-length-outside']);
    expect(ofVerdict(report, 'not-judged')).toEqual(
      expect.arrayContaining(['order-used-id-and-unknown-cascade', 'valid-requests', 'reused-id']),
    );
  });

  test('every form of the report has what is not judged', async () => {
    const report = await judge({ isDeadly: longName, how: 'dies' }, { scenarios: alone });
    const left = ofVerdict(report, 'not-judged').length;
    expect(unwrapped(describeReport(report, { paint: plain }, ''))).toContain(
      `Stopped: the provider stopped answering after attachmentName-length-outside; ${left} scenarios not judged`,
    );
    expect(toJunit(report)).toContain(
      '<skipped message="not judged: the provider stopped answering after attachmentName-length-outside"/>',
    );
    expect(toSarif(report, { docs: 'http://x' })).toContain(
      'reused-id is not judged: the provider stopped answering after attachmentName-length-outside',
    );
    expect(report.ledger.find(({ clause }) => clause === '2.1/requestId-new')).toMatchObject({
      verdict: 'inconclusive',
      reason: 'not judged: the provider stopped answering after attachmentName-length-outside',
    });
  });

  test('what was under way with the deadly request is named beside it', async () => {
    const report = await judge({ isDeadly: longName, how: 'dies' }, { phases: ['boundaries'] });
    expect(report.findings).toHaveLength(1);
    const [{ scenario, actual } = { scenario: '', actual: '' }] = report.findings;
    expect(`${scenario} ${actual}`).toContain('attachmentName-length-outside');
    expect(actual).toContain('under way with it may be the cause as well');
  });

  test('the vectors beside it end as well', async () => {
    const isDeadly = (body: string) => body.includes('"caption":""');
    const report = await judge({ isDeadly, how: 'hangs' }, { phases: ['vectors'] });
    expect(report.findings).toMatchObject([{ scenario: 'caption-empty', check: 'answers' }]);
    expect(ofVerdict(report, 'not-judged').length).toBeGreaterThan(20);
  });
});

describe('a provider that answers again', () => {
  test.each(['hangs', 'dies'] as const)('and %s: only the request that did it is a finding', async (how) => {
    const report = await judge(
      { isDeadly: longName, how, backAfterMilliseconds: 300 },
      { grace: 60_000, phases: ['boundaries', 'state'] },
    );
    expect(new Set(report.findings.map(({ scenario }) => scenario))).toEqual(
      new Set(['attachmentName-length-outside']),
    );
    expect(report.findings[0]?.actual).not.toContain('under way with it');
    expect(report.stopped).toBeUndefined();
    expect(ofVerdict(report, 'match')).toEqual(
      expect.arrayContaining(['reused-id', 'different-ids-at-once']),
    );
  });

  test('a request that breaks its connection brings others down, yet is the only finding', async () => {
    const report = await judge(
      { isDeadly: longName, how: 'dies', backAfterMilliseconds: 0 },
      { grace: 60_000, phases: ['boundaries'] },
    );
    expect(new Set(report.findings.map(({ scenario }) => scenario))).toEqual(
      new Set(['attachmentName-length-outside']),
    );
  });
});
