import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { stringify } from 'yaml';
import type { Target } from '../exchange/create-target.ts';
import { type AnswerOrNone, isAccepted } from '../exchange/http-request.ts';
import type { CallbackProfile, Channel, Contents, Profile, ProfileCascade } from '../generated/profile.ts';
import { isObject, parseJson } from '../json.ts';
import { problemOf } from '../oracle/catalogue.ts';
import { askToRegister, whyNotRegistered } from '../phases/callback/callback-context.ts';
import type { CallbackInbox } from '../phases/callback/callback-inbox.ts';
import { inParallel } from '../phases/in-parallel.ts';
import { exampleOf } from '../profile/profile-schema.ts';
import type { SetupMistake } from '../report/report.ts';
import { buildCase } from '../scenario/build-case.ts';
import type { Edit, Phase, Scenario } from '../scenario/scenario.ts';
import { isUnavailable } from '../scenario/unavailable.ts';

interface SetupOptions {
  readonly target: Target;
  readonly profile: Profile;
  /** A valid request. */
  readonly scenario: Scenario;
  /** How many messages a run has to pay for. */
  readonly messages: number;
  /** The scenarios of the run. */
  readonly planned: readonly Scenario[];
  /** Receives the callbacks of the run, or why it cannot listen. */
  readonly inbox?: CallbackInbox | Error;
}

/**
 * Sends a text by each cascade, each content that the run uses, and a request with each further key of the
 * profile. Only a listed code that says so is a mistake of the profile; whatever else the provider answers is
 * judged by the run.
 */
export async function checkSetup(options: SetupOptions): Promise<SetupMistake[]> {
  const { target, profile, scenario, planned } = options;
  const codes = await inParallel(profile.cascades, 4, (cascade) => textBy(options, cascade));
  if (codes.includes('out-of-balance') && (await codeOf(target, profile, scenario)) === 'out-of-balance')
    return [{ pointer: '/keys/good', message: noMoney(options.messages) }];
  const suspects = profile.cascades.flatMap((cascade, at) =>
    codes[at] === 'cascade-not-found' ? [{ cascade, at }] : [],
  );
  const unknown = await findUnknown(options, suspects);
  const isNoneTaken =
    codes.every((code) => code === 'matched-template-not-found') && !(await takesTextOtherwise(options));
  const has = (phase: Phase) => planned.some((each) => each.phase === phase);
  return [
    ...unknown,
    ...(isNoneTaken ? [{ pointer: '/content', message: noContent }] : await checkContents(options)),
    ...(has('state') || has('callback') ? await checkKeys(options) : []),
    ...(has('callback') ? await checkCallback(options) : []),
  ];
}

const noContent =
  'the provider has no template for any of the texts (matched-template-not-found); write contents that it accepts';

function noMoney(messages: number): string {
  return `the account has no money (out-of-balance); a run sends about ${messages} messages that it has to pay for: top it up, or use the key of another account`;
}

/** The answer to a scenario; undefined if the profile lacks something for it. */
async function ask(target: Target, profile: Profile, scenario: Scenario): Promise<AnswerOrNone | undefined> {
  const built = buildCase(profile, scenario);
  return isUnavailable(built) ? undefined : target.send(built.request);
}

/** The code with which the provider refuses it; undefined if it accepts it or answers otherwise. */
async function codeOf(target: Target, profile: Profile, scenario: Scenario): Promise<string | undefined> {
  const outcome = await ask(target, profile, scenario);
  return outcome && problemOf(outcome);
}

/** The code with which the provider refuses a text by the cascade. */
function textBy({ target, profile, scenario }: SetupOptions, cascade: ProfileCascade) {
  const channels = [...new Set(cascade.stages.map(({ channel }) => channel))];
  const { olderCoverage: _, ...ordinary } = cascade;
  const only = { ...profile, cascades: [ordinary] };
  return codeOf(target, only, { ...scenario, given: { base: `text on ${channels.join('+')}` } });
}

/**
 * The provider must call the cascade unknown whatever the content, and must not list it (ADR-0013): a
 * provider that loses a cascade is judged.
 */
async function findUnknown(
  { target, profile, scenario }: SetupOptions,
  suspects: readonly { readonly cascade: ProfileCascade; readonly at: number }[],
): Promise<SetupMistake[]> {
  if (suspects.length === 0) return [];
  const listed = await idsListed(target, profile);
  const found = await inParallel(suspects, 4, async ({ cascade: { id }, at }) => {
    const edits = [
      { set: '/cascadeId', to: id },
      { set: '/content', to: {} },
    ];
    const code = listed.has(id) ? 'listed' : await codeOf(target, profile, { ...scenario, when: { edits } });
    if (code !== 'cascade-not-found') return [];
    const known = listed.size === 0 ? '' : `, which has ${[...listed].slice(0, 10).join(', ')}`;
    const message = `the account of keys.good has no cascade ${id} (cascade-not-found)${known}: write an id that it has`;
    return [{ pointer: `/cascades/${at}/id`, message }];
  });
  return found.flat();
}

async function idsListed(target: Target, profile: Profile): Promise<ReadonlySet<unknown>> {
  const outcome = await target.send({
    method: 'POST',
    path: '/api/cascade/get-all',
    headers: { 'content-type': 'application/json', 'x-api-key': profile.keys.good },
    body: '{}',
  });
  const list = 'none' in outcome || outcome.status !== 200 ? [] : parseJson(outcome.text);
  return new Set(Array.isArray(list) ? list.filter(isObject).map(({ id }) => id) : []);
}

/**
 * Asks for an unknown cascade with each further key of the profile: a known key gets past rule 1, also
 * without money, so that `auth-error` means a key that the provider does not know.
 */
async function checkKeys({ target, profile, scenario }: SetupOptions): Promise<SetupMistake[]> {
  const { poor, small } = profile.keys;
  const keys = [
    { pointer: '/keys/poor', key: poor },
    { pointer: '/keys/small/key', key: small?.key },
    { pointer: '/otherAccount/key', key: profile.otherAccount?.key },
    ...Object.entries(profile.callback?.reasons ?? {}).map(([reason, { key }]) => ({
      pointer: `/callback/reasons/${reason}/key`,
      key,
    })),
  ];
  const edits = [{ set: '/cascadeId', to: { $unknownCascade: true } }];
  const message = 'the provider does not know this key (401 auth-error): write a known key, or leave it out';
  const mistakes = await Promise.all(
    keys.map(async ({ pointer, key }): Promise<SetupMistake[]> => {
      if (key === undefined) return [];
      const their = { ...profile, keys: { ...profile.keys, good: key } };
      const code = await codeOf(target, their, { ...scenario, when: { edits } });
      return code === 'auth-error' ? [{ pointer, message }] : [];
    }),
  );
  return mistakes.flat();
}

/**
 * Sends each content that the run uses. It is a mistake of the profile only if the provider has no template
 * for it and accepts other values in the same members: that shows that it knows content of this kind.
 */
async function checkContents(options: SetupOptions): Promise<SetupMistake[]> {
  const { profile, planned } = options;
  const kinds = new Set(planned.flatMap(({ given: { base } }) => base?.split(' on ')[0] ?? []));
  const contents = (Object.keys(profile.content) as Channel[]).flatMap((channel) =>
    (Object.keys(profile.content[channel] ?? {}) as (keyof Contents)[])
      .filter((kind) => kinds.has(kind))
      .map((kind) => ({ channel, kind })),
  );
  const mistakes = await inParallel(contents, 4, ({ channel, kind }) => checkContent(options, channel, kind));
  return mistakes.flat();
}

async function checkContent(
  { target, profile, scenario }: SetupOptions,
  channel: Channel,
  kind: keyof Contents,
): Promise<SetupMistake[]> {
  const pointer = `/content/${channel}/${kind}`;
  const other = exampleOf(pointer);
  const own = profile.content[channel]?.[kind];
  if (!isObject(other) || !differsInValues(own, other)) return [];
  const send = (content: object = {}) => {
    const changed = { ...profile.content, [channel]: { ...profile.content[channel], ...content } };
    const given = { base: `${kind} on ${channel}+` };
    return ask(target, { ...profile, content: changed }, { ...scenario, given });
  };
  const outcome = await send();
  if (outcome === undefined || problemOf(outcome) !== 'matched-template-not-found') return [];
  const example = await send({ [kind]: other });
  if (example === undefined || !isAccepted(example)) return [];
  const yaml = stringify(other, { collectionStyle: 'flow', lineWidth: 0 }).trim();
  const message = `the provider has no template for it (matched-template-not-found), but accepts ${yaml}: write content that it has a template for`;
  return [{ pointer, message }];
}

/** The same members at every depth, and at least one other value. */
function differsInValues(own: unknown, other: unknown): boolean {
  return shapeOf(own) === shapeOf(other) && JSON.stringify(own) !== JSON.stringify(other);
}

function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(shapeOf).join()}]`;
  if (!isObject(value)) return typeof value;
  const members = Object.entries(value).map(([name, inner]) => `${name}:${shapeOf(inner)}`);
  return `{${members.toSorted().join()}}`;
}

/** What a faulty provider may dislike of every request, whatever its content says. */
const elsewhere = ({ address }: Profile): readonly Edit[] => [
  { set: '/subscriberFilter/address', to: address.replace(/^\+/, '') },
  { set: '/subscriberFilter/type', to: 'phone' },
  { set: '{content}/contentType', to: 'text' },
];

/**
 * Whether the provider takes the same text once something else of the request is changed: then the text is
 * right.
 */
async function takesTextOtherwise({ target, profile, scenario }: SetupOptions): Promise<boolean> {
  const outcomes = await inParallel(elsewhere(profile), 3, (edit) =>
    ask(target, profile, { ...scenario, when: { edits: [edit] } }),
  );
  return outcomes.some((outcome) => outcome !== undefined && isAccepted(outcome));
}

/**
 * The verifier must be able to listen, a provider on another machine to reach it, and the provider to take
 * the address. How an address is registered is not shown (§6), so a refusal is not a finding. Without the
 * registration no callback is judged.
 */
async function checkCallback({ profile, target, inbox }: SetupOptions): Promise<SetupMistake[]> {
  const { callback } = profile;
  if (callback === undefined || inbox === undefined) return [];
  if (!(inbox instanceof Error)) return checkAddress(profile, callback, inbox.url, target);
  const message = `cannot listen for callbacks there (${inbox.message}): write another host:port, port 0 for a free one`;
  return [{ pointer: '/callback/listen', message }];
}

async function checkAddress(
  profile: Profile,
  callback: CallbackProfile,
  own: string,
  target: Target,
): Promise<SetupMistake[]> {
  const called = callback.publicUrl ?? (callback.register === undefined ? undefined : own);
  if (called === undefined) return [];
  if (!isOnlyHere(new URL(called).hostname) || (await isThisMachine(new URL(target.url).hostname))) {
    const outcome = await askToRegister({ profile, target }, callback, { url: called });
    // The run judges a provider that does not answer.
    if (outcome === undefined || 'none' in outcome || isAccepted(outcome)) return [];
    const fix = 'write the request that registers an address, or leave callback out';
    return [{ pointer: '/callback/register', message: `${whyNotRegistered(outcome)}: ${fix}` }];
  }
  const pointer = callback.publicUrl === undefined ? '/callback' : '/callback/publicUrl';
  const message = `${called} leads a provider on another machine to itself: write a publicUrl that it reaches`;
  return [{ pointer, message }];
}

function isOnlyHere(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\])$/.test(host);
}

async function isThisMachine(host: string): Promise<boolean> {
  if (isOnlyHere(host)) return true;
  const found = await lookup(host.replace(/^\[|\]$/g, '')).catch(() => undefined);
  // A name that cannot be looked up proves nothing.
  if (found === undefined) return true;
  const own = Object.values(networkInterfaces()).flatMap((each) =>
    (each ?? []).map(({ address }) => address),
  );
  return isOnlyHere(found.address) || found.address === '::1' || own.includes(found.address);
}
