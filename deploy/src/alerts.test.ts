import { expect, test } from 'vitest';
import { readAlerts } from './alerts.ts';
import { readText } from './read-file.ts';

const alerts = readAlerts();
const runbook = [...readText('RUNBOOK.md').matchAll(/^### (Cascade\w+)$/gm)].map(([, name]) => name);

test('every alert has its section in the runbook, and every such section its alert', () => {
  expect(runbook.toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted());
});

test('every alert says how urgent it is, and what it has seen', () => {
  const vague = alerts.filter(
    ({ labels, annotations }) =>
      !['page', 'ticket'].includes(labels.severity ?? '') || (annotations.summary ?? '') === '',
  );
  expect(vague).toEqual([]);
});
