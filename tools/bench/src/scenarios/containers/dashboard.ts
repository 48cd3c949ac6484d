import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { readPanels } from '@cascade/deploy';
import { judge, startProjectCallers } from './disturbances.ts';
import type { Project } from './project.ts';

interface Rule {
  readonly name: string;
  readonly health: string;
  readonly state: string;
}

/** Six scrapes at 15 s: every rate over a minute has its samples. */
const trafficMs = 90_000;

/** Sends for a minute and a half, then asks every query of the dashboard. */
export async function tryDashboard(project: Project) {
  const callers = startProjectCallers(project, 4);
  const end = performance.now() + trafficMs;
  while (performance.now() < end) {
    await refusedRequest(project);
    await setTimeout(1_000);
  }
  const url = await project.urlOf(project.containerOf('prometheus'), 9090);
  const get = async (path: string) => JSON.parse(await (await fetch(url + path)).text());
  const targets: readonly { readonly health: string }[] = (await get('/api/v1/targets')).data.activeTargets;
  /** With the reason of Prometheus. */
  const refused: string[] = [];
  /** Panels whose query returned nothing. */
  const empty: string[] = [];
  const queries = readPanels().flatMap(({ title, targets: all }) => all.map(({ expr }) => ({ title, expr })));
  for (const { title, expr } of queries) {
    // What Grafana puts there at four scrapes of 15 s.
    const query = new URLSearchParams({ query: expr.replaceAll('$__rate_interval', '1m') });
    const answer = await get(`/api/v1/query?${query}`);
    if (answer.status !== 'success') refused.push(`${title}: ${answer.error}`);
    else if (answer.data.result.length === 0) empty.push(title);
  }
  const groups: readonly { readonly rules: readonly Rule[] }[] = (await get('/api/v1/rules?type=alert')).data
    .groups;
  const rules = groups.flatMap((group) => group.rules);
  await callers.stop();
  return {
    replicasUp: targets.filter(({ health }) => health === 'up').length,
    queries: queries.length,
    refused,
    empty,
    alertRules: rules.length,
    /** Alerts that are missing, or that Prometheus cannot evaluate. */
    brokenRules: await broken(rules),
    firing: rules.filter(({ state }) => state === 'firing').map(({ name }) => name),
    verdict: await judge(project, [...callers.accepted.keys()]),
  };
}

/** Without a key: a panel counts refusals. */
async function refusedRequest(project: Project): Promise<void> {
  for (const url of await project.urls()) {
    const answer = await fetch(`${url}/api/cascade/schedule`, { method: 'POST' });
    await answer.text();
  }
}

async function broken(rules: readonly Rule[]): Promise<readonly string[]> {
  const file = new URL(import.meta.resolve('@cascade/service/operate/alerts.yml'));
  const names = [...(await readFile(file, 'utf8')).matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name);
  return names.flatMap((name = '') => {
    const rule = rules.find((one) => one.name === name);
    return rule?.health === 'ok' ? [] : [`${name}: ${rule?.health ?? 'absent'}`];
  });
}
