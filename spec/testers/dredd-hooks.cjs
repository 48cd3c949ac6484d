/**
 * Hooks for Dredd 14, which takes only the first example of an answer, one request for all of them, and no
 * key:
 *
 *   npm --prefix spec run prepack   (in a clone: makes the description)
 *   npx dredd spec/generated/openapi-3.0-for-testers.json http://127.0.0.1:4010 --hookfiles
 *   spec/testers/dredd-hooks.cjs
 *
 * Every named example of the description becomes a transaction: the requests with a new id, and each problem
 * with the request of the test vectors that has this problem; the answer must have its code. The keys and
 * cascades are those of spec/samples/provider.yaml.
 */
const { randomUUID } = require('node:crypto');
const { createServer } = require('node:http');
const { afterAll, afterEach, beforeAll, beforeEach } = require('hooks');
const description = require('../generated/openapi-3.0-for-testers.json');
const { vectors } = require('../vectors/generated/requests.json');

const key = process.env.CASCADE_KEY ?? 'demo-key';
const requestsOf = new Map(vectors.map((vector) => [vector.id, vector]));
const used = randomUUID();

/** A provider registers an address only if it answers (ADR-0014). */
const receiver = createServer((_, response) => response.writeHead(200).end());

beforeAll((transactions, done) => {
  const parsed = transactions.splice(0, transactions.length);
  receiver.listen(0, '127.0.0.1', () => {
    for (const [path, item] of Object.entries(description.paths))
      for (const { operationId, requestBody, responses } of Object.values(item)) {
        const named = (status, type) =>
          parsed.find(({ name }) => name.startsWith(`${path} > `) && name.endsWith(` > ${status} > ${type}`));
        const add = (...args) => transactions.push(...transactionsFor(named, ...args));
        const bodies = requestBody?.content['application/json'].examples ?? { [operationId]: {} };
        add('200', Object.entries(bodies), responses['200']);
        for (const [status, { content }] of Object.entries(responses))
          if (/^[45]/.test(status)) add(status, Object.entries(content['application/problem+json'].examples));
      }
    done();
  });
});

/**
 * A transaction of Dredd for each named example: of the request where the answer is a success, else of the
 * problem.
 */
function transactionsFor(named, status, examples, success) {
  const type = success === undefined ? 'application/problem+json' : 'application/json';
  const transaction = named(status, type);
  return examples.map(([example, { value }]) => {
    const request =
      success === undefined
        ? requestWith(example, status, transaction)
        : { body: JSON.stringify(value) ?? '' };
    const copy = structuredClone({ ...transaction, name: `${transaction.name} > ${example}` });
    if (request === undefined) return { ...copy, skip: true };
    const { method = copy.request.method, path = copy.fullPath, headers = {}, body } = request;
    copy.fullPath = path;
    copy.request = { ...copy.request, method, uri: path, body };
    copy.request.headers = { 'Content-Type': headers['content-type'] ?? 'application/json', Accept: '*/*' };
    copy.request.headers['x-api-key'] = headers['x-api-key'] ?? key;
    if (success === undefined) copy.expected.body = JSON.stringify(value);
    return copy;
  });
}

/** The request that a problem answers; none if the provider would have to fail, or to be overloaded. */
function requestWith(example, status, { fullPath, request: described }) {
  const { needs = [], request, longText = 0 } = requestsOf.get(`${example}.case`) ?? {};
  if (example === 'requestId-is-not-unique') return requestsOf.get('accepts-sms')?.request;
  if (request === undefined || needs.length > 0) return undefined;
  const method = request.method === 'POST' ? described.method : request.method;
  const body = method === 'GET' ? '' : request.body.replace('{{longText}}', 'x'.repeat(longText));
  if (status === '404') return { ...request, method, body, path: `${fullPath.split('?')[0]}/below` };
  // The vectors show a problem at one operation; the others have it as well.
  return {
    ...request,
    method,
    path: fullPath,
    body: status === '400' && fullPath !== request.path ? '"text"' : body,
  };
}

/** Ids are new, except the id that is used on purpose; the address for callbacks is ours. */
beforeEach((transaction, done) => {
  const isReuse = transaction.name.endsWith('requestId-is-not-unique');
  const id = isReuse ? used : randomUUID();
  const isMessage = transaction.fullPath.includes('/schedule');
  const { request } = transaction;
  request.body = request.body
    .replace(isMessage ? /"requestId":"(\{\{requestId\}\}|[\da-f-]{36})"/ : /^$/, `"requestId":"${id}"`)
    .replace(/"https:\/\/shop\.example\/callbacks[^"]*"/, `"http://127.0.0.1:${receiver.address().port}/"`);
  if (!isReuse) return done();
  const { host, port } = transaction;
  fetch(`http://${host}:${port}${transaction.fullPath}`, {
    method: 'POST',
    headers: request.headers,
    body: request.body,
  })
    .then((response) => response.arrayBuffer())
    .then(
      () => done(),
      () => done(),
    );
});

/** Of OpenAPI 3, Dredd compares status, media type and the names of fields: the code is compared here. */
afterEach((transaction, done) => {
  const { expected, real } = transaction;
  if (!transaction.skip && /^[45]/.test(expected.statusCode)) {
    const [wanted, told] = [expected, real ?? { body: '{}' }].map(({ body }) => titleOf(body));
    if (wanted !== told) transaction.fail = `the code ${told}, expected ${wanted}`;
  }
  done();
});

afterAll((_, done) => receiver.close(() => done()));

function titleOf(body) {
  try {
    return JSON.parse(body).title;
  } catch {
    return 'no JSON';
  }
}
