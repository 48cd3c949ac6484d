import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { startMock } from '@cascade/mock';
import { serve } from '@cascade/repository/test-kit';
import { closedAfterTest } from '@cascade/repository/test-kit/vitest';
import { expect, onTestFinished, test } from 'vitest';
import { exitCodeOf, type Report, type VerifyOptions, verify } from '../src/index.ts';
import { phases } from '../src/scenario/scenario.ts';
import { ownProfile, startBroken } from './support/broken-provider.ts';
import { runVerifier } from './support/run-verifier.ts';

async function judge(
  listener: RequestListener,
  { timeoutInMilliseconds = 60_000, ...more }: Partial<VerifyOptions> = {},
): Promise<Report> {
  const { url } = await closedAfterTest(serve(listener));
  return verify({
    target: url,
    profile: await ownProfile('mock'),
    seed: 1,
    timeoutInMilliseconds,
    graceInMilliseconds: 300,
    phases: ['boundaries'],
    ...more,
  });
}

test('a closed port', async () => {
  const report = await verify({ target: 'http://127.0.0.1:1', profile: await ownProfile('mock') });
  expect(report).toMatchObject({
    verdict: 'could-not-judge',
    reason: 'http://127.0.0.1:1 cannot be judged: connection refused',
  });
  expect(exitCodeOf(report)).toBe(2);
});

test('a target that never answers', async () => {
  const report = await judge(() => {}, { timeoutInMilliseconds: 300 });
  expect(report.reason).toMatch(/no whole answer in 300 milliseconds/);
});

test('a target that hangs up', async () => {
  const report = await judge((request) => request.socket.destroy());
  expect(report.reason).toMatch(/the connection broke/);
});

test('problems that are nested too deeply for what reads them', async () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  const report = await judge((request, response) => {
    const isWrong = Number(request.headers['content-length']) > 330;
    response.writeHead(isWrong ? 400 : 200, problem).end(isWrong ? deep : '{}');
  });
  expect(report).toMatchObject({ verdict: 'non-conformant' });
  expect(report.findings.some(({ expected }) => expected === 'a JSON problem body')).toBe(true);
});

test('a target that does not speak HTTP', async () => {
  const report = await judge((request) => request.socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
  expect(report.reason).toMatch(/its answer is not HTTP \(Response does not match the HTTP\/1.1 protocol/);
});

test('a small answer that is large once it is read', async () => {
  const bomb = gzipSync(Buffer.alloc(2_000_000));
  const report = await judge((_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  );
  expect(report.reason).toMatch(/more than 1048576 bytes/);
});

test('a target that answers without end', async () => {
  const chunk = Buffer.alloc(65_536, 'x');
  let written = 0;
  const report = await judge((_, response) => {
    const more = () => {
      written += chunk.length;
      if (!response.destroyed && response.write(chunk)) setImmediate(more);
    };
    response.on('drain', more).on('error', () => {});
    more();
  });
  expect(report.reason).toMatch(/more than 1048576 bytes/);
  expect(written).toBeLessThan(64 * 1_048_576);
});

test('a target that does not take the key', async () => {
  const report = await judge((_, response) => {
    response
      .writeHead(401, { 'content-type': 'application/json' })
      .end('{"title":"auth-error","status":401}');
  });
  expect(report.reason).toMatch(/does not take keys.good/);
});

test('a target that goes away in the middle', async () => {
  let served = 0;
  const report = await judge((request, response) => {
    served += 1;
    if (served > 5) request.socket.destroy();
    else response.writeHead(200).end();
  });
  expect(report).toMatchObject({
    verdict: 'non-conformant',
    findings: expect.arrayContaining([expect.objectContaining({ check: 'answers' })]),
  });
  expect(report.stopped).toMatch(/^the provider stopped answering after /);
});

const page = { 'content-type': 'text/html; charset=utf-8' };
const problem = { 'content-type': 'application/problem+json' };

test.each([
  [
    'a wrong base path',
    404,
    problem,
    '{"title":"not-found","status":404}',
    /it answers 404 there; check the base/,
  ],
  ['a login page', 302, { location: '/login' }, '', /it redirects \(302\) to \/login; check/],
  [
    'a page for whatever is asked',
    200,
    page,
    '<h1>Welcome</h1>',
    /answers 200 with a page \(text\/html\); check/,
  ],
  [
    'another server, which forbids it',
    403,
    { 'content-type': 'application/json' },
    '{"message":"Missing Authentication Token"}',
    /it answers 403 there; check the base/,
  ],
  [
    'a provider that is not up yet',
    503,
    problem,
    '{"title":"service-unavailable","status":503}',
    /answers 503 each of 3 times; check/,
  ],
  ['a gateway without a provider', 502, page, '<h1>Bad Gateway</h1>', /answers 502 each of 3 times; check/],
  ['a server without that method', 501, {}, '', /it answers 501 there/],
  [
    'a server that speaks TLS',
    400,
    {},
    'Client sent an HTTP request to an HTTPS server.',
    /it speaks TLS there: try https/,
  ],
])('%s is not this API, and neither key nor callback is blamed', async (_, status, headers, body, reason) => {
  const answer: RequestListener = (_, response) => void response.writeHead(status, headers).end(body);
  const report = await judge(answer, { phases });
  expect(report).toMatchObject({ verdict: 'could-not-judge', findings: [] });
  expect(report.setup).toBeUndefined();
  expect(report.reason).toMatch(/is not the cascade API: /);
  expect(report.reason).toMatch(reason);
  expect(exitCodeOf(report)).toBe(2);
});

test.each([
  ['/api/cascade/get-all', '[]'],
  ['/api/messages/history', '{"hasNext":false,"content":[]}'],
])('a provider that schedules elsewhere is judged, if %s is there', async (path, body) => {
  const report = await judge((request, response) => {
    const isThere = request.url === path;
    response.writeHead(isThere ? 200 : 404, problem);
    response.end(isThere ? body : '{"title":"not-found","status":404}');
  });
  expect(report.verdict).toBe('non-conformant');
  expect(report.findings.some(({ actual }) => actual === '404 not-found')).toBe(true);
});

test('a provider that limits requests for longer than the run waits', async () => {
  const report = await judge((_, response) => void response.writeHead(429, { 'retry-after': '60' }).end());
  expect(report).toMatchObject({ verdict: 'could-not-judge', findings: [] });
  expect(report.reason).toMatch(/\(429, Retry-After: 60\); a run waits at most 20 s .* --patient .* 300 s/);
});

test('a provider that asks for more patience than a run has gets it from --patient', async () => {
  let refused = 0;
  const report = await judge(
    (_, response) => {
      if (refused > 0) return response.end();
      refused += 1;
      return response.writeHead(429, { 'retry-after': '6' }).end();
    },
    { patient: true, scenarios: ['attachmentName-length-inside'] },
  );
  expect(report).toMatchObject({ verdict: 'conformant', requests: expect.any(Number) });
  expect(report.seconds).toBeGreaterThan(6);
});

test('a key whose limit ends in the middle of a run', async () => {
  let sent = 0;
  const report = await behindGateway(() => {
    sent += 1;
    return sent > 30 ? { status: 429, headers: { 'retry-after': '60' }, body: '' } : undefined;
  });
  expect(report.verdict).toBe('could-not-judge');
  expect(report.reason).toMatch(/limits requests/);
});

/** Judges the mock behind a gateway that may answer instead of it. */
async function behindGateway(
  answers: (body: string) => { status: number; headers: Record<string, string>; body: string } | undefined,
): Promise<Report> {
  const mock = await closedAfterTest(startMock({ port: 0 }));
  const { url } = await closedAfterTest(
    startBroken(mock.url, async (request, pass) => answers(request.body) ?? pass(request)),
  );
  const profile = await ownProfile('mock');
  return verify({ target: url, profile, seed: 1, phases: ['vectors', 'boundaries', 'description'] });
}

const badGateway = { status: 502, headers: page, body: '<h1>Bad Gateway</h1>' };

test('a gateway that fails now and then is asked again', async () => {
  let sent = 0;
  const failed = new Set<string>();
  const report = await behindGateway((body) => {
    sent += 1;
    // Requests overlap: the second of two equal ones must not be another twentieth.
    if (sent % 20 !== 0 || failed.has(body)) return undefined;
    failed.add(body);
    return badGateway;
  });
  expect(failed.size).toBeGreaterThan(10);
  expect(report).toMatchObject({ verdict: 'conformant', findings: [] });
});

test('what a gateway fails at again is one finding, whatever the scenarios', async () => {
  const report = await behindGateway((body) => (body.includes('caption') ? badGateway : undefined));
  expect(report.findings).toMatchObject([{ check: 'answers', clause: '4.1/error-response' }]);
});

test.each([2, 3, 5])(
  'the provider is not blamed for a connection that it has closed as idle after %s',
  async (most) => {
    const mock = await closedAfterTest(startMock({ port: 0 }));
    const requests = new WeakMap<object, number>();
    let closed = 0;
    const { url } = await closedAfterTest(
      serve((request, response) => {
        const before = requests.get(request.socket) ?? 0;
        requests.set(request.socket, before + 1);
        // As if that had happened just before the request came.
        if (before === most && ++closed > 0) request.socket.end();
        else void passOn(request, response, mock.url);
      }),
    );
    const profile = await ownProfile('mock');
    const report = await verify({ target: url, profile, seed: 1, phases: ['vectors', 'boundaries'] });
    expect(closed).toBeGreaterThan(1);
    expect(report).toMatchObject({ verdict: 'conformant', findings: [] });
  },
);

const plain = (body: string) => Buffer.from(body);

test.each([
  ['compressed', gzipSync, 'gzip'],
  ['compressed by Brotli', brotliCompressSync, 'br'],
  ['said to be compressed, and are not', plain, 'gzip'],
])('a provider whose answers are %s is judged by what they say', async (_, encode, coding) => {
  const mock = await closedAfterTest(startMock({ port: 0 }));
  const { url } = await closedAfterTest(
    serve((request, response) => {
      response.setHeader('content-encoding', coding);
      void passOn(request, response, mock.url, encode);
    }),
  );
  const profile = await ownProfile('mock');
  const report = await verify({ target: url, profile, seed: 1, phases: ['boundaries', 'text'] });
  expect(report).toMatchObject({ verdict: 'conformant', findings: [] });
});

test('a byte order mark before JSON is one finding, and what is behind it is judged', async () => {
  const mock = await closedAfterTest(startMock({ port: 0 }));
  const { url } = await closedAfterTest(
    serve((request, response) => passOn(request, response, mock.url, (body) => plain(`\u{feff}${body}`))),
  );
  const profile = await ownProfile('mock');
  const scenarios = ['text-empty-sms', 'cascade-unknown', 'answers-scheduleMessage-400'];
  const report = await verify({ target: url, profile, scenarios, setupCheck: false });
  expect(report.findings).toMatchObject([
    {
      scenario: 'answers-scheduleMessage-400',
      check: 'response-schema-conformance',
      actual: 'a byte order mark before it',
    },
  ]);
});

async function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  to: string,
  encode: (body: string) => Buffer = plain,
): Promise<void> {
  const { host: _, connection: __, ...headers } = request.headers;
  const answer = await fetch(`${to}${request.url}`, {
    method: request.method ?? 'GET',
    headers: headers as Record<string, string>,
    ...(request.method === 'GET' ? {} : { body: await buffer(request) }),
  });
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
  response.end(encode(await answer.text()));
}

test('TLS with a certificate that signs itself, and TLS where there is none', async () => {
  const { url } = await closedAfterTest(serve((_, response) => void response.end()));
  const profile = await ownProfile('mock');
  const { reason } = await verify({ target: url.replace('http:', 'https:'), profile });
  expect(reason).toMatch(/TLS failed \(.*\): it does not speak TLS there: try http:\/\//);
  const pairs = new URL('../../service/src/testing/smpp', import.meta.url).pathname;
  const pem = (name: string) => readFileSync(`${pairs}/smsc-${name}.pem`);
  const secure = createServer({ key: pem('key'), cert: pem('cert') }).listen(0, '127.0.0.1');
  await once(secure, 'listening');
  onTestFinished(() => void secure.close());
  const at = secure.address();
  const port = typeof at === 'object' && at !== null ? at.port : 0;
  const self = await verify({ target: `https://127.0.0.1:${port}`, profile });
  expect(self.reason).toMatch(/DEPTH_ZERO_SELF_SIGNED_CERT\): .* NODE_EXTRA_CA_CERTS/);
  const plain = await verify({ target: `http://127.0.0.1:${port}`, profile });
  expect(plain.reason).toMatch(/the connection broke .*; if it speaks TLS there, try https:\/\//);
});

test('a run that judges nothing is not conformant, and a mistyped name is refused', async () => {
  const mock = await closedAfterTest(startMock({ port: 0 }));
  const profile = new URL('../profiles/mock.yaml', import.meta.url).pathname;
  const run = (...args: string[]) => runVerifier('--target', mock.url, '--profile', profile, ...args);
  expect(await run('--scenarios', 'accepts-smss')).toMatchObject({
    code: 2,
    err: expect.stringContaining("unknown scenario 'accepts-smss'; did you mean accepts-sms?"),
  });
  expect(await run('--scenarios', 'accepts-sms', '--phases', 'order')).toMatchObject({
    code: 2,
    err: expect.stringContaining('scenario accepts-sms is in the phase vectors, not in order'),
  });
  expect(await run('--scenarios', 'duplicate-window-ends')).toMatchObject({
    code: 2,
    out: expect.stringContaining('COULD NOT JUDGE\nnothing was judged: clock: the provider answered 404\n'),
  });
  const own = await ownProfile('mock');
  await expect(verify({ target: mock.url, profile: { ...own, holds: ['ADR-0099'] } })).rejects.toThrow(
    'holds: there is no decision ADR-0099; did you mean ADR-00',
  );
});
