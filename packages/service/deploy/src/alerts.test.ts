import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { readAlerts } from './alerts.ts';
import { readDocuments, readOperators } from './read-file.ts';

const alerts = readAlerts();
const runbook = [...readOperators('RUNBOOK.md').matchAll(/^### (Cascade\w+)$/gm)].map(([, name]) => name);

test('every alert has a section in the runbook, and every such section an alert', () => {
  expect(runbook.toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted());
});

test('every alert has a severity and a summary', () => {
  const vague = alerts.filter(
    ({ labels, annotations }) =>
      !['page', 'ticket'].includes(labels.severity ?? '') || (annotations.summary ?? '') === '',
  );
  expect(vague).toEqual([]);
});

/** A file of tests for `promtool`. */
interface AlertTests {
  readonly tests: readonly {
    readonly alert_rule_test: readonly {
      readonly alertname: string;
      readonly exp_alerts: readonly object[];
    }[];
  }[];
}

test('every alert is tested with series that make it fire', () => {
  const [file] = readDocuments('prometheus/alerts.test.yml') as readonly [AlertTests];
  const firing = file.tests
    .flatMap(({ alert_rule_test: expectations }) => expectations)
    .flatMap(({ alertname, exp_alerts: expected }) => (expected.length > 0 ? [alertname] : []));
  expect([...new Set(firing)].toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted());
});

const promtool = spawnSync('promtool', ['--version']).status === 0;

test.skipIf(!promtool)(`these tests pass${promtool ? '' : ' (skipped: no promtool)'}`, () => {
  const cwd = new URL('../prometheus/', import.meta.url);
  const { status, stdout } = spawnSync('promtool', ['test', 'rules', 'alerts.test.yml'], {
    cwd,
    encoding: 'utf8',
  });
  expect({ status, stdout }).toMatchObject({ status: 0 });
});
