import { expect, test } from 'vitest';
import { sampleReport } from '../../test/support/sample-report.ts';
import { toJunit } from './to-junit.ts';

const count = (xml: string, tag: string) => xml.match(new RegExp(`<${tag}[ >]`, 'g'))?.length ?? 0;

test('a suite for each phase, a case for each scenario', () => {
  const xml = toJunit(sampleReport());
  expect(count(xml, 'testsuite')).toBe(3);
  expect(count(xml, 'testcase')).toBe(4);
  expect(xml).toContain(
    '<testsuites name="cascade-verify: NON-CONFORMANT (1 finding; documented, 3 of 3)" tests="4" failures="1" errors="0" skipped="1"',
  );
  expect(xml).toContain(
    '<testsuite name="vectors" tests="2" failures="0" errors="0" skipped="0" time="0.5">',
  );
});

test('what is inconclusive is skipped with its reason', () => {
  expect(toJunit(sampleReport())).toContain('<skipped message="the profile has no callback.secret"/>');
});

test('an error fails its case, a hint does not', () => {
  const xml = toJunit(sampleReport());
  expect(count(xml, 'failure')).toBe(1);
  expect(xml).toContain(
    '<failure message="A document name of 71 characters was accepted. &#167;8/attachmentName: expected refusal with',
  );
  expect(xml).toContain('>&#167;8/attachmentName: A name has at most 70.\n');
  expect(xml).toMatch(
    /method-get[\s\S]*<system-out>hint, rests on RFC 9110 &#167;15\.5\.6, ADR-0010\n&#167;7\.1\/method-not-allowed: Says 405\./,
  );
});

test('every byte is ASCII, so that no reader takes it for another encoding', () => {
  expect(toJunit(sampleReport())).toMatch(/^[\n -~]+$/);
});

test('whatever a provider answers, the text stays well-formed', () => {
  const xml = toJunit(sampleReport());
  expect(xml).toContain('acceptance (200) &lt;b&gt;&amp;&#65533;&lt;/b&gt;');
  expect(xml).not.toContain('\u0007');
});

test('a run that could not judge has a case with an error', () => {
  const xml = toJunit(
    sampleReport({ verdict: 'could-not-judge', reason: 'connection "refused"', scenarios: [] }),
  );
  expect(xml).toContain('tests="1" failures="0" errors="1"');
  expect(xml).toContain('<error message="connection &quot;refused&quot;" type="could-not-judge"/>');
});

test('what shows the fault of another scenario fails, unless that fault is known', () => {
  const shared = {
    scenario: 'shows-it-too',
    says: 'It shows it, too.',
    phase: 'vectors',
    verdict: 'mismatch',
  } as const;
  const scenarios = [...sampleReport().scenarios, shared];
  expect(toJunit(sampleReport({ scenarios }))).toContain('tests="5" failures="2" errors="0" skipped="1"');
  const known = [{ finding: '0123456789', reason: 'r', ticket: 't', until: '9999-12-31' }];
  const baseline = { file: 'known.yaml', known, fresh: [], expired: [], vanished: [], notSought: [] };
  expect(toJunit(sampleReport({ scenarios, baseline }))).toContain(
    'tests="5" failures="0" errors="0" skipped="3"',
  );
});
