import { canonicalProblemCode } from '@cascade/types';
import { loadDescribed } from '../description/load-described.ts';
import type { HttpRequest } from '../exchange/http-request.ts';
import { statusOf } from '../oracle/catalogue.ts';
import { loadScenarios } from '../scenario/load-scenarios.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Finding } from './report.ts';

export const frameworks = ['pytest', 'vitest'] as const;
export type Framework = (typeof frameworks)[number];

/** What a test sends, and what it expects. */
interface TestPlan {
  readonly finding: Finding;
  readonly target: string;
  readonly request: HttpRequest;
  /** In the body; the test puts a new one in its place. */
  readonly requestId: string | undefined;
  /** None if the request has to be accepted. */
  readonly titles: readonly string[];
  readonly statuses: readonly number[];
  readonly comment: string | undefined;
}

/** The files of a run, for a finding that one request does not show. */
export interface Replayed {
  readonly report: string;
  readonly profile: string;
}

/**
 * A finding as the file of a test that fails while the finding is there. If one request shows it, the test
 * needs nothing but the framework; else it runs the verifier.
 */
export function asTest(framework: Framework, finding: Finding, target: string, files: Replayed): string {
  const plan = planOf(finding, target);
  if (plan === undefined)
    return framework === 'pytest' ? replayInPytest(finding, files) : replayInVitest(finding, files);
  return framework === 'pytest' ? toPytest(plan) : toVitest(plan);
}

const ofOneRequest = ['vectors', 'boundaries', 'order', 'text', 'description'];
const uuid = /"requestId"\s*:\s*"([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})"/i;

/** What one request shows; undefined if it needs more: others before it, a callback, a key in some other state. */
function planOf(finding: Finding, target: string): TestPlan | undefined {
  const { request, scenario: id, severity } = finding;
  const scenario = [...loadScenarios(), ...loadDescribed()].find((each) => each.id === id);
  if (request === undefined || scenario === undefined || severity === 'hint') return undefined;
  const { given, expects, phase } = scenario;
  const { accepted, codes = [], violations, comment } = expects;
  const isSimple = given.procedure === undefined && violations === undefined && isOfKey(given.key);
  if (!isSimple || !ofOneRequest.includes(phase) || (accepted === undefined && codes.length === 0))
    return undefined;
  return {
    finding,
    target,
    request: withKey(request, given.key),
    requestId: uuid.exec(request.body)?.[1],
    titles: codes.flatMap(spellingsOf),
    statuses: [...new Set(codes.map(statusOf))],
    comment,
  };
}

/** A test has one good key. */
function isOfKey(key: Scenario['given']['key'] = 'good'): boolean {
  return key === 'good' || key === 'none' || key === 'wrong';
}

/** The report has a mark in place of each key. */
function withKey(request: HttpRequest, key: Scenario['given']['key']): HttpRequest {
  if (key !== 'wrong') return request;
  const headers = Object.entries(request.headers).map(([name, value]) => [
    name,
    value === keyMark ? 'no-such-key' : value,
  ]);
  return { ...request, headers: Object.fromEntries(headers) };
}

const keyMark = '<API_KEY>';

function spellingsOf(code: string): readonly string[] {
  return [code, code.replace('-is-', '-')].filter(
    (each, at, all) => all.indexOf(each) === at && canonicalProblemCode(each) === code,
  );
}

/** A literal of Python and of JavaScript: both read the escapes of JSON. */
function literal(value: string | readonly (string | number)[]): string {
  return JSON.stringify(typeof value === 'string' ? value.toWellFormed() : value);
}

/** A text within a comment or between three quotes. */
function inComment(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}"\\*]/gu, ' ');
}

function introOf({ id, title, clause, clauseSays }: Finding, framework: Framework): readonly string[] {
  return [
    inComment(title),
    '',
    `§${clause}: ${inComment(clauseSays)}`,
    `Written by: cascade-verify replay ${id} --as ${framework}`,
    'It fails while the finding is there.',
  ];
}

const keyNote = 'CASCADE_KEY is the key of a test account, CASCADE_URL the base address of the provider.';

function toPytest({ finding, target, request, requestId, titles, statuses, comment }: TestPlan): string {
  const { method, path, headers, body } = request;
  const shown = Object.entries(headers).map(
    ([name, value]) =>
      `    ${literal(name)}: ${value === keyMark ? 'os.environ["CASCADE_KEY"]' : literal(value)},`,
  );
  const fresh = requestId === undefined ? '' : `.replace(${literal(requestId)}, str(uuid.uuid4()))`;
  const refusal = [
    `    assert not 200 <= status < 300, f"accepted with {status}"`,
    `    assert status in ${literal(statuses)}, f"answered with {status}"`,
    '    assert content_type in ["application/json", "application/problem+json"], content_type',
    '    problem = json.loads(text)',
    `    assert problem["title"] in ${literal(titles)}, problem["title"]`,
    '    assert problem["status"] == status and type(problem["status"]) is int, problem["status"]',
    ...(comment === undefined
      ? []
      : [`    assert ${literal(comment)} in json.dumps(problem, ensure_ascii=False), text`]),
  ];
  const success = ['    assert 200 <= status < 300, f"refused with {status}: {text}"'];
  return `"""${[...introOf(finding, 'pytest'), keyNote].join('\n')}
"""
import http.client
import json
import os
import uuid
from urllib.parse import urlsplit

URL = urlsplit(os.environ.get("CASCADE_URL", ${literal(target)}))
HEADERS = {
${shown.join('\n')}
}
BODY = ${literal(body)}${fresh}


def send():
    kind = http.client.HTTPSConnection if URL.scheme == "https" else http.client.HTTPConnection
    connection = kind(URL.netloc, timeout=30)
    connection.request(${literal(method)}, URL.path + ${literal(path)}, BODY.encode(), HEADERS)
    answer = connection.getresponse()
    content_type = (answer.getheader("content-type") or "").split(";")[0].strip().lower()
    return answer.status, content_type, answer.read().decode()


def test_${finding.scenario.replaceAll(/\W/g, '_')}():
    status, content_type, text = send()
${(titles.length === 0 ? success : refusal).join('\n')}
`;
}

function toVitest({ finding, target, request, requestId, titles, statuses, comment }: TestPlan): string {
  const { method, path, headers, body } = request;
  const shown = Object.entries(headers).map(
    ([name, value]) =>
      `  ${literal(name)}: ${value === keyMark ? `process.env.CASCADE_KEY ?? ''` : literal(value)},`,
  );
  const fresh = requestId === undefined ? '' : `.replace(${literal(requestId)}, randomUUID())`;
  const refusal = [
    `  expect(${literal(statuses)}, 'answered with another status').toContain(status);`,
    `  expect(['application/json', 'application/problem+json']).toContain(contentType);`,
    '  const problem = JSON.parse(text);',
    `  expect(${literal(titles)}).toContain(problem.title);`,
    '  expect(problem.status).toBe(status);',
    ...(comment === undefined
      ? []
      : [`  expect(JSON.stringify(problem)).toContain(JSON.stringify(${literal(comment)}).slice(1, -1));`]),
  ];
  const success = [
    '  expect(status, text).toBeGreaterThanOrEqual(200);',
    '  expect(status, text).toBeLessThan(300);',
  ];
  return `/*
${[...introOf(finding, 'vitest'), keyNote].join('\n')}
*/
import { randomUUID } from 'node:crypto';
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { text as textOf } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const url = new URL((process.env.CASCADE_URL ?? ${literal(target)}) + ${literal(path)});
const headers = {
${shown.join('\n')}
};
const body = ${literal(body)}${fresh};

async function send() {
  const request = (url.protocol === 'https:' ? overHttps : overHttp)(url, { method: ${literal(method)}, headers });
  const answer = await new Promise((resolve, reject) => {
    request.once('response', resolve).once('error', reject).end(body);
  });
  const contentType = (answer.headers['content-type'] ?? '').split(';')[0].trim().toLowerCase();
  return { status: answer.statusCode, contentType, text: await textOf(answer) };
}

test(${literal(finding.says)}, async () => {
  const { status, contentType, text } = await send();
${(titles.length === 0 ? success : refusal).join('\n')}
}, 30_000);
`;
}

const whyReplayed = 'One request does not show it, so this runs the verifier, which must be installed.';

function replayInPytest(finding: Finding, { report, profile }: Replayed): string {
  const args = ['replay', finding.id, '--report', report, '--profile', profile];
  return `"""${[...introOf(finding, 'pytest'), whyReplayed].join('\n')}
"""
import subprocess


def test_${finding.scenario.replaceAll(/\W/g, '_')}():
    command = ["cascade-verify", ${args.map(literal).join(', ')}]
    replayed = subprocess.run(command, capture_output=True, text=True)
    assert replayed.returncode == 0, replayed.stdout + replayed.stderr
`;
}

function replayInVitest(finding: Finding, { report, profile }: Replayed): string {
  const args = ['replay', finding.id, '--report', report, '--profile', profile];
  return `/*
${[...introOf(finding, 'vitest'), whyReplayed].join('\n')}
*/
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test(${literal(finding.says)}, () => {
  const { status, stdout, stderr } = spawnSync('cascade-verify', ${literal(args)}, { encoding: 'utf8' });
  expect(status, \`\${stdout}\${stderr}\`).toBe(0);
}, 600_000);
`;
}
