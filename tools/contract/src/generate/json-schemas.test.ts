import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { jsonSchemas } from '../bundle/index.ts';
import { objectOf, readContract, readText, readYamlFile, repositoryRoot } from '../index.ts';
import { validatorFormats } from './validators/validators.ts';

const made = jsonSchemas().map(({ path, text }) => [path, JSON.parse(text)] as const);

/** With its own file alone, as a stranger has it: an `$id` that is not absolute, or a `$ref` elsewhere, throws. */
const check = (name: string) => {
  const [, schema] = made.find(([path]) => path === `spec/generated/${name}.schema.json`) ?? [];
  return new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    formats: validatorFormats,
  }).compile(schema ?? {});
};

interface RequestVector {
  readonly id: string;
  readonly request?: { readonly method: string; readonly path: string; readonly body: string };
  readonly longText?: number;
  readonly answers: readonly { readonly status: string; readonly titles?: readonly string[] }[];
}

const vectors = <Vector>(kind: string): readonly Vector[] =>
  JSON.parse(readText(repositoryRoot, `spec/vectors/generated/${kind}.json`)).vectors;

test('has the version in its $id, a title, and no mark of ours', () => {
  const { info } = objectOf(readYamlFile(repositoryRoot, 'spec/generated/openapi.yaml').value);
  const { version } = objectOf(info);
  for (const [path, schema] of made) {
    expect(schema.$id).toBe(path.replace('spec/generated/', `https://cascade.example/${version}/`));
    expect(schema.title).toMatch(/^[A-Z]/);
    expect(JSON.stringify(schema)).not.toMatch(/"x-|#\/components/);
  }
});

describe('the request', () => {
  const fits = check('scheduling-request');
  const sent = vectors<RequestVector>('requests').flatMap(({ id, request, longText = 0, answers }) => {
    if (request?.path !== '/api/cascade/schedule' || request.method !== 'POST') return [];
    const text = request.body
      .replaceAll('{{requestId}}', crypto.randomUUID())
      .replaceAll('{{hex8}}', '0123abcd')
      .replaceAll('{{longText}}', 'x'.repeat(longText));
    return [
      {
        id,
        text,
        statuses: answers.map(({ status }) => status),
        titles: answers.flatMap((one) => one.titles ?? []),
      },
    ];
  });

  test('what a provider accepts is valid', () => {
    const accepted = sent.filter(({ statuses }) => statuses.join() === '2xx');
    expect(accepted.length).toBeGreaterThan(70);
    expect(accepted.filter(({ text }) => !fits(JSON.parse(text))).map(({ id }) => id)).toEqual([]);
  });

  test.each([
    'text-not-specified',
    'caption-not-specified',
    'contentType-not-specified',
    'attachmentName-is-too-long',
    'latitude-not-specified',
    'button-validation-error',
    'template-parameter-is-not-valid',
  ])('what is answered with %s is not', (title) => {
    const refused = sent.filter(({ titles }) => titles.join() === title);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.filter(({ text }) => fits(JSON.parse(text))).map(({ id }) => id)).toEqual([]);
  });
});

describe('the problem', () => {
  const fits = check('problem');

  test.each(
    readContract().problems.flatMap(({ code, status, title, cases }) =>
      cases.map((one) => [code, { title, status, detail: one.detail }] as const),
    ),
  )('of %s is valid: %j', (_, problem) => {
    expect(fits(JSON.parse(JSON.stringify(problem)))).toBe(true);
  });

  test('without a title is not', () => {
    expect(fits({ status: 400 })).toBe(false);
  });
});

describe('the event', () => {
  const fits = check('status-event');
  const sent = vectors<{ readonly verdict: string; readonly bodyBase64: string }>('callbacks')
    .filter(({ verdict }) => verdict === 'valid')
    .map(({ bodyBase64 }) => JSON.parse(Buffer.from(bodyBase64, 'base64').toString()));

  test('of each valid callback is valid', () => {
    expect(sent.length).toBeGreaterThan(15);
    expect(sent.filter((event) => !fits(event))).toEqual([]);
  });

  test('without the reason that UNDELIVERED has is not', () => {
    expect(fits({ requestId: 'a', status: 'UNDELIVERED', error: null })).toBe(false);
  });
});
