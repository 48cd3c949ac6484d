import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { anAccount, startTestService } from '@cascade/service/testing';

/** For each metric, for each of its labels: the values exported. */
export type ExportedMetrics = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

/** The metrics of a service after one delivered message with its callback, and one refused request. */
export async function readExportedMetrics(): Promise<ExportedMetrics> {
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
