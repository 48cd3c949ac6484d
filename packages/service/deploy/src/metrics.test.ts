import { isKnownProblemCode } from '@cascade/types';
import { beforeAll, describe, expect, test } from 'vitest';
import { readAlerts } from './alerts.ts';
import { readPanels } from './dashboard.ts';
import { type ExportedMetrics, readExportedMetrics } from './exported-metrics.ts';
import { type Expression, readExpression } from './promql.ts';

/** Labels that Prometheus adds. */
const added = { metrics: ['up'], labels: ['job', 'instance'] };
const sources = [
  ...readAlerts().map(({ alert, expr }) => [alert, expr] as const),
  ...readPanels().flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];
let exported: ExportedMetrics;

beforeAll(async () => {
  exported = await readExportedMetrics();
});

describe('alert rules and dashboard', () => {
  test.each(sources)('%s reads what the service exports: %s', (_, source) => {
    expect(strangeIn(readExpression(source))).toEqual([]);
  });

  test('show every metric of the service that is its own', () => {
    const used = new Set(
      sources.flatMap(([, source]) => readExpression(source).selectors.map(({ metric }) => metric)),
    );
    const own = [...exported.keys()].filter((metric) => /^cascade_/.test(metric));
    // Of a histogram, one of its series is enough.
    const family = (metric: string) => metric.replace(/_(bucket|sum|count)$/, '');
    const shown = new Set([...used].map(family));
    expect(own.filter((metric) => !shown.has(family(metric)))).toEqual([]);
  });
});

test('a metric, a label and a code that do not exist are found', () => {
  const wrong =
    'sum by (channel) (rate(cascade_http_requests_total{code="out-of-money", way="x"}[5m])) + nothing';
  expect(strangeIn(readExpression(wrong))).toEqual([
    'no metric nothing',
    'no code out-of-money',
    'cascade_http_requests_total has no way',
    'no metric has channel',
  ]);
  expect(() => readExpression('sum(rate(up[5m])')).toThrow(SyntaxError);
});

function strangeIn({ selectors, groupedBy }: Expression): string[] {
  const unknownLabels = groupedBy.filter((label) => !selectors.some(({ metric }) => hasLabel(metric, label)));
  return [
    ...selectors.flatMap(({ metric }) => (isMetric(metric) ? [] : [`no metric ${metric}`])),
    ...selectors.flatMap(({ metric, matchers }) =>
      Object.entries(matchers).flatMap(([label, matcher]) => strangeMatcher(metric, label, matcher)),
    ),
    ...unknownLabels.map((label) => `no metric has ${label}`),
  ];
}

const isMetric = (metric: string) => exported.has(metric) || added.metrics.includes(metric);
const hasLabel = (metric: string, label: string) =>
  exported.get(metric)?.has(label) || added.labels.includes(label);

function strangeMatcher(metric: string, label: string, matcher: string): string[] {
  if (!hasLabel(metric, label)) return [`${metric} has no ${label}`];
  const [, value = ''] = /^=~?"(.*)"$/.exec(matcher) ?? [];
  return label === 'code' && !isKnownProblemCode(value) ? [`no code ${value}`] : [];
}
