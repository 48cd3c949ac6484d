import { type Draft, jsonOf, schedulingPath } from './draft.ts';

const calls: Readonly<Record<string, string>> = {
  [schedulingPath]: 'schedule',
  '/api/cascade/get-all': 'listCascades',
  '/api/callback/set': 'setCallback',
};

/** A program that sends the draft with `@cascade/client`, or a comment that says why that is impossible. */
export function clientCodeOf(draft: Draft, baseUrl: string): string {
  const call = draft.method === 'POST' ? calls[draft.path] : undefined;
  if (call === undefined) return `// @cascade/client has no call for ${draft.method} ${draft.path}`;
  const json = jsonOf(draft);
  if ('fault' in json) return '// The body is not JSON; the client sends only JSON.';
  return `import { createCascadeClient } from '@cascade/client';

const client = createCascadeClient({
  baseUrl: ${JSON.stringify(baseUrl)},
  apiKey: process.env.CASCADE_API_KEY ?? '',
});

const { data, error } = await client.${call}(${JSON.stringify(json.value, undefined, 2)});
console.log(data ?? error);
`;
}
