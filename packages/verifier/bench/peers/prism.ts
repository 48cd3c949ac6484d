import { createRequire } from 'node:module';
import { createLogger } from '@stoplight/prism-core';
import { createInstance, getHttpOperationsFromSpec, type IHttpProxyConfig } from '@stoplight/prism-http';
import { buildCase, type Case } from '../../src/scenario/build-case.ts';
import { loadScenarios } from '../../src/scenario/load-scenarios.ts';
import { profileOf } from '../provider.ts';
import type { Peer } from './peer.ts';

const description = createRequire(import.meta.url).resolve('@cascade/spec/generated/openapi.yaml');

/** Prism between us and the provider: it holds every answer to our own requests against the description. */
export const prismProxy: Peer = {
  name: 'Prism as a proxy, fed with our requests',
  absent: async () => undefined,
  async complaintsAbout({ url, run }, signal) {
    const operations = await getHttpOperationsFromSpec(description);
    const config: IHttpProxyConfig = {
      mock: { dynamic: false },
      checkSecurity: false,
      validateRequest: false,
      validateResponse: true,
      errors: false,
      isProxy: true,
      upstream: new URL(url),
      upstreamProxy: undefined,
    };
    const prism = createInstance(config, { logger: createLogger('prism', { level: 'silent' }) });
    const complaints: string[] = [];
    for (const { scenario, request } of await casesOf(run)) {
      if (signal.aborted) break;
      const { method, path, headers, body } = request;
      const input = { method: method.toLowerCase(), url: { path }, headers, body: readBody(body) };
      const result = await prism.request(input as Parameters<typeof prism.request>[0], operations, config)();
      const faults =
        result._tag === 'Left' ? [{ code: result.left.message }] : result.right.validations.output;
      complaints.push(...faults.map(({ code }) => `${scenario.id} ${code}`));
    }
    return complaints;
  },
};

async function casesOf(run: number): Promise<readonly Case[]> {
  const profile = await profileOf(run);
  return loadScenarios()
    .filter(({ phase }) => phase === 'vectors' || phase === 'boundaries' || phase === 'text')
    .map((scenario) => buildCase(profile, scenario))
    .flatMap((each) => ('unavailable' in each ? [] : [each]));
}

/** Prism expects the parsed body; a body that is not JSON stays text. */
function readBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
