import { importsOf, type PublishedPackage } from './published.ts';

/** What programs that call or receive install; they run wherever JavaScript runs. The others need Node. */
export const callersPackages: readonly string[] = [
  '@cascade/types',
  '@cascade/validator',
  '@cascade/lenient-requests',
  '@cascade/client',
  '@cascade/webhooks',
];

/** What the program prints if all is well. */
export const works = 'it works';

const main = `
async function main() {
  const { fetch } = createTestProvider();
  const client = createCascadeClient({ baseUrl: 'https://provider.test', apiKey: 'demo-key', fetch });
  const { data, error } = await client.schedule({
    cascadeId: 2002,
    subscriberFilter: { address: '+12025550100', type: 'PHONE' },
    content: { smsContent: { contentType: 'TEXT', text: 'Code 4821' } },
  });
  if (!data) throw new Error('not scheduled: ' + JSON.stringify(error));
  const secrets = ['whsec_' + btoa('twenty-four bytes or more')];
  const heard = new Set();
  const handler = createStatusHandler({ secrets, onStatus: (event) => void heard.add(event.requestId) });
  const event = undeliveredEvent('daily-rate-limit', { requestId: data.requestId });
  const { status } = await handler(await signedRequest(event, { secrets }));
  if (status !== 200 || !heard.has(data.requestId)) throw new Error('the callback was answered ' + status);
}
main().then(() => console.log('${works}'), (error) => console.log(String(error)));
`;

/** Each package has its own copy of our types: a value of one is a value of another. */
export const mixed = `
import type { NewMessage } from '@cascade/client';
import { undeliveredEvent } from '@cascade/client/testing';
import type { LenientSchedulingRequest } from '@cascade/lenient-requests';
import type { SchedulingRequest, StatusEvent } from '@cascade/types';
import { judgeScheduling, type RequestProblem } from '@cascade/validator';
import { isUndelivered } from '@cascade/types';

export function mix(request: SchedulingRequest): RequestProblem | undefined {
  const message: NewMessage = request;
  const older: LenientSchedulingRequest = { ...message, requestId: request.requestId };
  const event: StatusEvent = undeliveredEvent('daily-rate-limit', { requestId: older.requestId });
  if (isUndelivered(event)) request.comment = event.error;
  return judgeScheduling(request).problem;
}
`;

const used: readonly (readonly [names: string, entry: string])[] = [
  ['{ createCascadeClient }', '@cascade/client'],
  ['{ createTestProvider, undeliveredEvent }', '@cascade/client/testing'],
  ['{ createStatusHandler }', '@cascade/webhooks'],
  ['{ signedRequest }', '@cascade/webhooks/testing'],
];

/**
 * A program that loads every entry of the callers' packages, schedules a message and receives its callback.
 * It is valid as JavaScript and as strict TypeScript.
 */
export function program(
  packages: readonly Pick<PublishedPackage, 'manifest'>[],
  { style, withoutNode = false }: { readonly style: 'import' | 'require'; readonly withoutNode?: boolean },
): string {
  const entries = packages
    .filter(({ manifest }) => callersPackages.includes(manifest.name))
    .flatMap(({ manifest }) => importsOf(manifest))
    // These need Node.
    .filter((entry) => !withoutNode || !/\/(?:node|postgres|uuid-v5)$/.test(entry));
  const modules = entries.map((_, index) => `module${index}`);
  const load = ([names, entry]: readonly [string, string]) =>
    style === 'require' ? `const ${names} = require('${entry}');` : `import ${names} from '${entry}';`;
  const all = entries.map((entry, index) =>
    load([style === 'require' ? `module${index}` : `* as module${index}`, entry] as const),
  );
  return `${[...used.map(load), ...all].join('\n')}\nconst modules = [${modules.join(', ')}];\n${main}
if (modules.some((one) => one === undefined)) throw new Error('a module is undefined');\n`;
}
