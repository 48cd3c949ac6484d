import { createMockControl } from '@cascade/mock/control';
import { isObject } from '../objects.ts';
import { takesBody } from '../operations/operation-pages.ts';
import type { DocumentedCall, Example } from '../operations/read-calls.ts';
import { type Sample, samplesOf } from '../samples/index.ts';
import { literalOf } from '../samples/literals.ts';
import { sampleServers } from '../samples/servers.ts';
import { typescriptSyntax } from '../samples/typescript.ts';

const mockUrl = String(sampleServers.mock);
const methods = Object.keys(createMockControl(mockUrl));
/** Operations that the client calls otherwise. */
const renamed: Readonly<Record<string, string>> = { resetState: 'reset' };

/** A control request in each language; in TypeScript by the client of the control, if it has the operation. */
export function controlSamples(call: DocumentedCall, example: Example | undefined): readonly Sample[] {
  const { method, path, parameters } = call;
  const [first] = parameters;
  const query = first === undefined ? '' : `?${first.name}=${encodeURIComponent(first.example)}`;
  const samples = samplesOf({
    method,
    url: `${mockUrl}${path}${query}`,
    headers: takesBody(call) ? { 'content-type': 'application/json' } : {},
    ...(example === undefined ? {} : { body: JSON.stringify(example.value) }),
  });
  const client = methods.find((name) => name === (renamed[call.id] ?? call.id));
  if (client === undefined) return samples;
  const text = typescriptOf(call, client, example?.value);
  return samples.map((sample) => (sample.language === 'ts' ? { ...sample, text } : sample));
}

/** The client takes a body, the only or the required parameter of a query, or all of them as an object. */
function typescriptOf({ parameters, answers }: DocumentedCall, name: string, body: unknown): string {
  const [first, ...others] = parameters;
  const isAlone = others.length === 0 || first?.isRequired;
  const query = first && (isAlone ? first.value : { [first.name]: first.value });
  const argument = body ?? query;
  const written = argument === undefined || isEmpty(argument) ? '' : literalOf(argument, typescriptSyntax);
  const call = `await control.${name}(${written})`;
  const hasResult = answers.some(({ status, content }) => status.startsWith('2') && content !== undefined);
  return `import { createMockControl } from '@cascade/mock/control';

const control = createMockControl('${mockUrl}');

${hasResult ? `console.log(${call});` : `${call};`}
`;
}

function isEmpty(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}
