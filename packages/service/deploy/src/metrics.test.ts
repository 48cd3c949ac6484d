import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { anAccount, startTestService } from '@cascade/service/testing';
import { isKnownProblemCode } from '@cascade/types';
import { parser } from '@prometheus-io/lezer-promql';
import { beforeAll, describe, expect, test } from 'vitest';
import { readAlerts } from './alerts.ts';
import { readPanels } from './dashboard.ts';

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

/** For each metric, for each of its labels: the values exported. */
type ExportedMetrics = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

/** The metrics of a service after one delivered message with its callback, and one refused request. */
async function readExportedMetrics(): Promise<ExportedMetrics> {
  const receiver = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const address = receiver.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const callback = { url: `http://127.0.0.1:${port}/` };
  const accounts = [anAccount('deploy', { balance: 100, callback })];
  const service = await startTestService({ where: 'process', accounts });
  try {
    const reported = once(receiver, 'request');
    await schedule(service.url, 'deploy-key');
    await schedule(service.url, 'another-key');
    await reported;
    return await pageWith(service.operationsUrl, 'cascade_callback_attempts_total{');
  } finally {
    await service.stop();
    receiver.close();
  }
}

async function schedule(url: string, key: string): Promise<void> {
  const answer = await fetch(`${url}/api/cascade/schedule`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({
      requestId: randomUUID(),
      cascadeId: 2002,
      subscriberFilter: { address: '+12025550199', type: 'PHONE' },
      content: { smsContent: { contentType: 'TEXT', text: 'Code 4821' } },
    }),
  });
  await answer.body?.cancel();
}

/** Polls until the metric is exported: an attempt is counted shortly after the receiver has answered. */
async function pageWith(url: string, beginning: string): Promise<ExportedMetrics> {
  for (;;) {
    const page = await (await fetch(`${url}/metrics`)).text();
    if (page.includes(`\n${beginning}`)) return readPage(page);
  }
}

function readPage(page: string): ExportedMetrics {
  const metrics = new Map<string, Map<string, Set<string>>>();
  for (const [, name = '', labels = ''] of page.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = metrics.get(name) ?? new Map<string, Set<string>>();
    metrics.set(name, known);
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g))
      known.set(label, (known.get(label) ?? new Set()).add(value));
  }
  return metrics;
}

/** A metric that an expression reads, with its matchers and labels. */
interface Selector {
  readonly metric: string;
  /** By label: operator and value, e.g. `="out-of-balance"`. */
  readonly matchers: Readonly<Record<string, string>>;
}

interface Expression {
  readonly selectors: readonly Selector[];
  /** The labels in `by (…)`. */
  readonly groupedBy: readonly string[];
}

const strict = parser.configure({ strict: true });

/** Parses a PromQL expression. @throws {SyntaxError} if it is invalid. */
function readExpression(text: string): Expression {
  const promql = text.replaceAll('$__rate_interval', '5m');
  const selectors: { metric: string; matchers: Record<string, string> }[] = [];
  const groupedBy: string[] = [];
  strict.parse(promql).iterate({
    enter({ name, from, to, node }) {
      const source = promql.slice(from, to);
      if (name === 'VectorSelector') selectors.push({ metric: /^\w+/.exec(source)?.[0] ?? '', matchers: {} });
      if (name === 'UnquotedLabelMatcher') {
        const [, label = '', matcher = ''] = /^(\w+)(.*)$/s.exec(source) ?? [];
        Object.assign(selectors.at(-1)?.matchers ?? {}, { [label]: matcher });
      }
      if (name === 'LabelName' && node.parent?.name === 'GroupingLabels') groupedBy.push(source);
    },
  });
  return { selectors, groupedBy };
}
