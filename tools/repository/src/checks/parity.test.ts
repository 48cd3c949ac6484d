import { readContract, readYamlFile, repositoryRoot, valueAt } from '@cascade/contract';
import { problemCodes, problems as typedProblems, undeliveredReasons } from '@cascade/types';
import { describe, expect, test } from 'vitest';

const contract = readContract();
const openapi = readYamlFile(repositoryRoot, 'spec/generated/openapi-annotated.yaml').value;
const asyncapi = readYamlFile(repositoryRoot, 'spec/generated/asyncapi-annotated.yaml').value;
const at = (pointer: string) => valueAt(openapi, pointer);

/** The statements of the source document of one kind, copied by hand; the catalogue is written on its own. */
const stated = (wanted: string) => [...contract.clauses.values()].filter(({ kind }) => kind === wanted);

/** Every spelling of every reason (§7.4). */
const documentedReasons = [...contract.clauses.values()]
  .filter(({ id, kind }) => id.startsWith('7.4/') && (kind === 'reason' || kind === 'consumer'))
  .map(({ id, kind, says }) => (kind === 'reason' ? id.replace('7.4/', '') : says.split(' ')[0]));

describe('problem codes', () => {
  const documented = contract.problems.filter(({ provenance }) => provenance === 'documented');

  test('source and catalogue have the same codes with the same status, in the same order', () => {
    const listed = stated('code').map(({ id, says }) => [id, Number(says.split(':')[0])]);
    expect(documented.map(({ slug, status }) => [`7.1/${slug}`, status])).toEqual(listed);
  });

  test('source and catalogue have the same comments', () => {
    const comments = documented
      .flatMap((one) => one.cases)
      .map(({ clauses: [clause], detail }) => [clause, detail])
      .filter(([clause]) => clause?.startsWith('7.1/comment-'));
    expect(comments).toEqual(stated('comment').map(({ id, says }) => [id, /«(.+)»/.exec(says)?.[1]]));
  });

  test('catalogue and description list the same titles', () => {
    const spellings = contract.problems.flatMap(({ code, title }) =>
      code === title ? [code] : [title, code],
    );
    expect(at('/components/schemas/ProblemTitle/x-extensible-enum')).toEqual(spellings);
  });

  test('catalogue and types have the same codes', () => {
    expect(problemCodes()).toEqual(contract.problems.map(({ code }) => code));
    const examples = Object.values(typedProblems).flatMap((facts) => Object.keys(facts.examples));
    expect(examples).toEqual(contract.problems.flatMap(({ cases }) => cases.map(({ name }) => name)));
  });

  test('every response of the description that is a problem has the status of its examples', () => {
    for (const { status, cases } of contract.problems) {
      for (const { name } of cases)
        expect(at(`/components/examples/${name}/value/status`), name).toBe(status);
    }
  });

  test('titles with unusual characters have the bytes of the source', () => {
    const value = (name: string) => at(`/components/examples/${name}/value`);
    expect(valueAt(value('request-doesnt-contain-content-for-all-cascade-stages'), '/title')).toBe(
      "request-doesn't-contain-content-for-all-cascade-stages",
    );
    expect(value('both-violations')).toEqual({
      title: 'cascade-scheduling-request-not-valid',
      status: 400,
      detail:
        'Cascade scheduling request is not valid. Violations: the content was not found for the cascade template stage ' +
        '[cascadeTemplateId:31,634;stageUuid:2ede9313-0539-463a-9ec3-898506f4937a;channelType:CHATTWO]; the cascade ' +
        'template stage was not found for the content [cascadeTemplateId:31,634;contentChannelType:SMS]',
    });
  });
});

describe('undelivered reasons', () => {
  test('source, catalogue, description and types have the same', () => {
    const spellings = contract.reasons.flatMap(({ reason, aliases }) => [reason, ...aliases]);
    expect(spellings).toEqual(documentedReasons);
    expect(at('/components/schemas/UndeliveredReason/x-extensible-enum')).toEqual(documentedReasons);
    expect(undeliveredReasons()).toEqual(contract.reasons.map(({ reason }) => reason));
  });
});

describe('limits', () => {
  test('source and catalogue have the same numbers', () => {
    const documented = contract.limits.filter(({ clause }) => clause !== undefined);
    const listed = stated('limit')
      .filter(({ id }) => id.startsWith('8/'))
      .flatMap(({ id, says }) => (says.match(/\d+/g) ?? []).map((value) => [id, Number(value)] as const));
    expect(new Map(documented.map(({ clause, value }) => [clause, value]))).toEqual(new Map(listed));
  });
});

describe('the callback', () => {
  const message = valueAt(asyncapi, '/channels/statusCallback/messages/messageStatus');

  test('AsyncAPI and OpenAPI have the same payload', () => {
    expect(valueAt(message, '/payload')).toEqual({ $ref: '#/components/schemas/StatusEvent' });
    for (const name of ['StatusEvent', 'MessageStatus', 'UndeliveredReason', 'ChannelType']) {
      expect(valueAt(asyncapi, `/components/schemas/${name}`), name).toEqual(
        at(`/components/schemas/${name}`),
      );
    }
  });

  test('the operation that sets its address has it as a callback, too', () => {
    const webhook = at('/webhooks/messageStatus/post');
    const callback = at(
      '/paths/~1api~1callback~1set/post/callbacks/messageStatus/{$request.body#~1statusCallbackUrl}/post',
    );
    for (const pointer of [
      '/parameters',
      '/responses',
      '/security',
      '/requestBody/content/application~1json/schema',
    ])
      expect(valueAt(callback, pointer), pointer).toEqual(valueAt(webhook, pointer));
    expect(valueAt(asyncapi, '/operations/sendMessageStatus/bindings/http/method')).toBe('POST');
  });

  test('AsyncAPI and OpenAPI have the same headers', () => {
    const parameters = ['WebhookId', 'WebhookTimestamp', 'WebhookSignature'].map((name) =>
      at(`/components/parameters/${name}/name`),
    );
    expect(valueAt(message, '/headers')).toEqual({ $ref: '#/components/schemas/StatusEventHeaders' });
    expect(
      Object.keys(valueAt(asyncapi, '/components/schemas/StatusEventHeaders/properties') as object),
    ).toEqual(parameters);
  });

  test('AsyncAPI and OpenAPI have the same examples', () => {
    const examples = valueAt(message, '/examples') as readonly {
      readonly name: string;
      readonly payload: unknown;
    }[];
    for (const { name, payload } of examples)
      expect(at(`/components/examples/${name}/value`), name).toEqual(payload);
    expect(examples.map(({ name }) => name)).toEqual([
      'delivered',
      'unlisted',
      'unlisted-status',
      ...documentedReasons.map((reason) => `undelivered-${reason}`),
    ]);
  });
});
