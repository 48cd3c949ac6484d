import { expect, test } from 'vitest';
import { readAlerts } from './alerts.ts';
import { readText } from './read-file.ts';

const alerts = readAlerts();
const runbook = [...readText('RUNBOOK.md').matchAll(/^### (Cascade\w+)$/gm)].map(([, name]) => name);

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
