import type { CascadeShape } from '@cascade/client/preflight';
import {
  type Contract,
  type DemoNumber,
  neighbourRequest,
  type ProblemCase,
  type ProblemEntry,
  type ReasonEntry,
  readYamlFile,
  repositoryRoot,
  requestOfCase,
} from '@cascade/contract';
import { codeAddress } from '../addresses.ts';
import { readOperations } from '../description/read-description.ts';
import { defined } from '../objects.ts';
import { readCalls } from '../operations/read-calls.ts';
import { draftOf, preflightPath } from './draft.ts';
import { reasonTemplate } from './link.ts';
import type { FormTemplate, PageData } from './page-protocol.ts';

/** Two templates for each case of the catalogue: the provoking request and its neighbour. */
function templatesOf(problems: readonly ProblemEntry[]): readonly FormTemplate[] {
  return problems.flatMap((problem) => problem.cases.flatMap((one) => bothOf(problem, one)));
}

function bothOf(
  { code: group, status, provenance }: ProblemEntry,
  one: ProblemCase,
): readonly FormTemplate[] {
  const { name, summary, state, neighbour, request } = one;
  const sentBefore = request.sentBefore;
  const needs = request.headers?.prefer === undefined ? undefined : 'answer on demand';
  const receiver = request.path === registrationPath ? 'receiver' : undefined;
  const common = { group, ...(provenance === 'assumed' ? { isAssumed: true as const } : {}) };
  return [
    defined({
      ...common,
      name,
      label: `${status} ${summary}`,
      state,
      sentBefore,
      needs,
      ...requestOf(one, false),
    }),
    defined({
      ...common,
      name: `${name}-neighbour`,
      label: `200 ${neighbour.says}`,
      needs: receiver,
      ...requestOf(one, true),
    }),
  ];
}

function requestOf(one: ProblemCase, isNeighbour: boolean): Pick<FormTemplate, 'draft' | 'repeat'> {
  const { repeat, ...request } = one.request;
  const short = { ...one, request };
  // The neighbour of a repeated text is the request without it.
  const whole = isNeighbour && repeat === undefined ? neighbourRequest(short) : requestOfCase(short);
  const draft = draftOf(whole);
  if (repeat === undefined || isNeighbour) return { draft };
  return {
    draft,
    repeat: { member: repeat.at.replace('/body/', ''), text: repeat.text, times: repeat.times },
  };
}

/** A cascade of the samples, as far as a message needs it. */
interface SampleCascade {
  readonly id: number;
  readonly stages: readonly { readonly channel: string }[];
}

const registrationPath = '/api/callback/set';
const operations = 'Requests that pass';
const undelivered = 'Callbacks that report a reason';
/** Reachable by SMS only (demo-numbers.yaml). */
const smsOnlyNumber = '+12025550130';
/** Reported on each channel as delivered. */
const reachableNumber = '+12025550199';

/**
 * A request that passes for each operation, named by its `operationId`; the first one is the form's default.
 */
function operationTemplates(cascades: readonly SampleCascade[]): readonly FormTemplate[] {
  const longest = cascades.toSorted((a, b) => b.stages.length - a.stages.length)[0];
  if (longest === undefined) throw new Error('the samples have no cascade');
  return [
    {
      name: 'scheduleMessage',
      group: operations,
      label: '200 a message falls through its stages to SMS',
      draft: messageTo(smsOnlyNumber, longest),
    },
    {
      name: 'delivered',
      group: operations,
      label: '200 a message is delivered by the first stage',
      draft: messageTo(reachableNumber, longest),
    },
    operation('listCascades', 'the cascades of the account', '/api/cascade/get-all', {}),
    {
      name: 'listChannelProfiles',
      group: operations,
      label: '200 the senders of the account',
      draft: draftOf({
        method: 'GET',
        path: '/api/channel-profile',
        headers: { 'x-api-key': 'demo-key' },
        body: '',
      }),
    },
    operation('listTemplates', 'the templates of a sender', '/api/message-matchers/get-by-request', {
      subjectId: 2,
    }),
    operation('listMessages', 'the latest messages and their status', '/api/messages/history', {}),
    {
      ...operation('setCallback', 'another callback address', registrationPath, {
        statusCallbackUrl: 'https://receiver.example.test/status',
      }),
      needs: 'receiver',
    },
  ];
}

/**
 * A message that provokes each reason by its demo number (ADR-0038), on a channel that reports the reason.
 * @throws {Error} if a reason has no number, or its channel no cascade.
 */
function reasonTemplates(
  { reasons, demoNumbers }: Pick<Contract, 'reasons' | 'demoNumbers'>,
  cascades: readonly SampleCascade[],
): readonly FormTemplate[] {
  return reasons.map(({ reason, channels }) => {
    const { number, channel } = placeOf(reason, channels, demoNumbers);
    const cascade = cascades.find(({ stages }) => stages[0]?.channel === channel);
    if (cascade === undefined) throw new Error(`no cascade of the samples starts with ${channel}`);
    return {
      name: reasonTemplate(reason),
      group: undelivered,
      label: `${reason} on ${channel}`,
      draft: messageTo(number, cascade),
    };
  });
}

function placeOf(
  reason: ReasonEntry['reason'],
  channels: ReasonEntry['channels'],
  demoNumbers: readonly DemoNumber[],
): { readonly number: string; readonly channel: string } {
  for (const { number, outcomes, receipts, failures } of demoNumbers) {
    if (receipts.length > 0 || failures !== 0) continue;
    for (const channel of channels.length > 0 ? channels : Object.keys(outcomes))
      if (outcomes[channel]?.reason === reason) return { number, channel };
  }
  throw new Error(`no demo number provokes ${reason}`);
}

function operation(name: string, says: string, path: string, body: object): FormTemplate {
  return { name, group: operations, label: `200 ${says}`, draft: post(path, body) };
}

/** A message with the same text for each stage of a cascade. */
function messageTo(address: string, { id, stages }: SampleCascade) {
  const content = stages.map(({ channel }) => [
    `${channel.toLowerCase()}Content`,
    { contentType: 'TEXT', text: 'Your order 4821 is ready' },
  ]);
  return post(preflightPath, {
    requestId: '7c42344c-aeea-41c9-834b-eb627136f400',
    cascadeId: id,
    subscriberFilter: { address, type: 'PHONE' },
    content: Object.fromEntries(content),
  });
}

function post(path: string, body: object) {
  return draftOf({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', 'x-api-key': 'demo-key' },
    body,
  });
}

/** What the page contains, and all its examples. */
interface ConsoleData extends PageData {
  readonly templates: readonly FormTemplate[];
}

/**
 * The templates (from the catalogue), and of the account `demo` (from the samples) the cascades and the
 * secret.
 * @throws {Error} if the samples lack what an example needs.
 */
export function pageData(
  contract: Pick<Contract, 'problems' | 'checks' | 'reasons' | 'demoNumbers' | 'clauses'>,
): ConsoleData {
  const { cascades, callbackSecret } = demoAccount();
  const templates = [
    ...operationTemplates(cascades).map(markAssumed()),
    ...controlTemplates(contract),
    ...reasonTemplates(contract, cascades),
    ...templatesOf(contract.problems),
  ];
  const codePages = Object.fromEntries(
    contract.problems.map(({ title, slug }) => [title, codeAddress(slug).slice(1)]),
  );
  const [first] = templates;
  if (first === undefined) throw new Error('there is no example');
  const sampleKeys = [...new Set(templates.map(({ draft }) => draft.key))].filter(Boolean);
  return { first, sampleKeys, templates, cascades, callbackSecret, codePages };
}

/** The example of each operation of the control of the mock, named by its `operationId`. */
function controlTemplates(contract: Parameters<typeof readCalls>[2]): readonly FormTemplate[] {
  const description = readYamlFile(repositoryRoot, 'spec/generated/control-annotated.yaml').value;
  return readCalls(description, [], contract).map(
    ({ id, summary, method, path, parameters, bodies, answers }) => {
      const [query] = parameters;
      const [body] = bodies;
      return {
        name: id,
        group: 'Control of the mock',
        label: `${answers.find(({ status }) => status.startsWith('2'))?.status} ${summary}`,
        isAssumed: true,
        needs: 'answer on demand',
        draft: draftOf({
          method,
          path: query === undefined ? path : `${path}?${query.name}=${encodeURIComponent(query.example)}`,
          headers: body === undefined ? {} : { 'content-type': 'application/json' },
          body: id === 'sendCallback' ? withPageReceiver(body?.value) : (body?.value ?? ''),
        }),
      };
    },
  );
}

/** The account of the samples that the page uses at first; it registers its own receiver for it. */
const demoName = 'demo';

/** Sends to the page itself, if it has registered its receiver. */
function withPageReceiver(body: unknown): object {
  return { ...Object(body), account: demoName };
}

/** Marks the templates of operations that the description has as assumed. */
function markAssumed(): (template: FormTemplate) => FormTemplate {
  const operations = readOperations(
    readYamlFile(repositoryRoot, 'spec/generated/openapi-annotated.yaml').value,
  );
  const assumed = operations.filter(({ provenance }) => provenance === 'assumed').map(({ id }) => id);
  return (template) => (assumed.includes(template.name) ? { ...template, isAssumed: true } : template);
}

interface SampleAccount {
  readonly name: string;
  readonly cascades: readonly CascadeShape[];
  readonly callback: { readonly secrets: readonly string[] };
}

/** The cascades of the account `demo` in the samples, and the secret of its callbacks. */
export function demoAccount(): Pick<PageData, 'cascades' | 'callbackSecret'> {
  const { value } = readYamlFile(repositoryRoot, 'spec/samples/provider.yaml');
  const provider = value as { readonly accounts: readonly SampleAccount[] };
  const demo = provider.accounts.find(({ name }) => name === demoName);
  const [callbackSecret] = demo?.callback.secrets ?? [];
  if (demo === undefined || callbackSecret === undefined)
    throw new Error('spec/samples/provider.yaml: expected an account demo with a callback secret');
  const cascades = demo.cascades.map(({ id, stages, coverage }) =>
    defined({ id, stages: stages.map(({ uuid, channel }) => ({ uuid, channel })), coverage }),
  );
  return { cascades, callbackSecret };
}
