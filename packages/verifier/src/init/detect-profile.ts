import { defined } from '../defined.ts';
import type { Target } from '../exchange/create-target.ts';
import { isAccepted } from '../exchange/http-request.ts';
import type { Buttons, Channel, Contents, Profile, ProfileCascade } from '../generated/profile.ts';
import { isObject, type JsonObject, parseJson } from '../json.ts';
import { valueAt } from '../json-pointer.ts';
import { problemOf } from '../oracle/catalogue.ts';
import { stagesOf } from '../phases/state/cascades.ts';
import { buildCase } from '../scenario/build-case.ts';
import { contentFieldOf } from '../scenario/resolve-base.ts';
import type { Edit, Scenario } from '../scenario/scenario.ts';
import { isUnavailable } from '../scenario/unavailable.ts';

interface DetectOptions {
  readonly target: Target;
  readonly key: string;
  readonly address: string;
  /** In place of those that the provider lists. */
  readonly cascades: readonly ProfileCascade[];
}

interface Detected {
  readonly profile: Profile;
  /** A line for each content and cascade that was tried. */
  readonly told: readonly string[];
}

/**
 * Tries cascades and contents, each with a message to the address. @throws {Error} if the provider takes
 * none.
 */
export async function detectProfile(options: DetectOptions): Promise<Detected> {
  const { target, key, address } = options;
  const cascades = options.cascades.length > 0 ? options.cascades : await listCascades(target, key);
  if (cascades.length === 0)
    throw new Error(
      'the provider lists no cascades (ADR-0013): check the base address (--target), or name each: --cascade 12=SMS --cascade 31634=CHATONE,CHATTWO',
    );
  const base: Profile = { target: target.url, keys: { good: key }, address, cascades, content: candidates };
  const told: string[] = [];
  const content: Partial<Record<Channel, object>> = {};
  let takesText = false;
  for (const [channel, kinds] of Object.entries(candidates) as [Channel, typeof candidates.CHATTWO][]) {
    const tried = await tryKinds(target, base, channel);
    if (tried === undefined) continue;
    const { passed, leftOut } = tried;
    const isWritten = (kind: string) => passed.includes(kind) || kind === 'text';
    content[channel] = Object.fromEntries(Object.entries(kinds).filter(([kind]) => isWritten(kind)));
    if (passed.includes('text')) takesText = true;
    else
      leftOut.push(
        'but it is written all the same: change it to a text that the provider accepts, or a run judges the refusal',
      );
    told.push(`${channel}: accepted ${list(passed)}; left out ${list(leftOut)}`);
  }
  if (!takesText)
    throw new Error(
      `the provider accepts no text:\n  ${told.join('\n  ')}\ncheck the base address (--target) and the cascades, or write the profile by hand: cascade-verify init`,
    );
  const marked = await Promise.all(cascades.map((cascade) => markOlder(target, base, cascade)));
  const buttons = await tryButtons(target, { ...base, content });
  if (buttons !== undefined) told.push(`buttons: accepted ${list(Object.keys(buttons))}`);
  return { profile: { ...base, cascades: marked, content, ...defined({ buttons }) }, told };
}

/** Sends each candidate of a channel; undefined if no cascade has the channel. */
async function tryKinds(target: Target, base: Profile, channel: Channel) {
  const passed: string[] = [];
  const leftOut: string[] = [];
  for (const kind of Object.keys(candidates[channel]) as (keyof Contents)[]) {
    const where = `${kind} on ${channel}+`;
    const answer = await trySending(target, base, where);
    if (answer === undefined) return undefined;
    const proof = answer === 'accepted' ? (proofs[kind] ?? otherProofs[channel]?.[kind]) : undefined;
    const broken = proof === undefined ? undefined : await trySending(target, base, where, [proof]);
    if (broken === 'accepted') leftOut.push(`${kind} (accepted when broken, too: add your shape by hand)`);
    else if (answer === 'accepted') passed.push(kind);
    else leftOut.push(`${kind} (${answer})`);
  }
  return { passed, leftOut };
}

/**
 * Sends a button of each kind; a provider that takes it without its action, and too many of them, does not
 * know the kind.
 */
async function tryButtons(target: Target, profile: Profile) {
  if (profile.content.CHATTWO?.buttons === undefined) return undefined;
  const passed: [string, JsonObject][] = [];
  for (const [kind, button] of Object.entries(buttonCandidates)) {
    const { action: _, ...broken } = button;
    const takes = async (...all: readonly JsonObject[]) => {
      const edits = [{ set: '{content}/buttons', to: all }];
      return (await trySending(target, profile, 'buttons on CHATTWO+', edits)) === 'accepted';
    };
    const tooMany = Array.from({ length: mostButtons[kind as keyof Buttons] + 1 }, () => button);
    if ((await takes(button)) && !((await takes(broken)) && (await takes(...tooMany))))
      passed.push([kind, button]);
  }
  return Object.fromEntries(passed);
}

/** Whether missing content gets the code of its own (ADR-0004). */
async function markOlder(target: Target, base: Profile, cascade: ProfileCascade): Promise<ProfileCascade> {
  const channels = [...new Set(cascade.stages.map(({ channel }) => channel))];
  const [, second] = channels;
  if (second === undefined) return cascade;
  const edits = [{ remove: `/content/${contentFieldOf(second)}` }];
  const answer = await trySending(
    target,
    { ...base, cascades: [cascade] },
    `text on ${channels.join('+')}`,
    edits,
  );
  if (answer !== "request-doesn't-contain-content-for-all-cascade-stages") return cascade;
  return { id: cascade.id, olderCoverage: true, stages: cascade.stages };
}

/** How the provider answers a base with edits; undefined if no cascade has the channel. */
async function trySending(target: Target, profile: Profile, base: string, edits: readonly Edit[] = []) {
  const scenario: Scenario = {
    id: 'init',
    says: 'A message of the profile that is being written.',
    phase: 'vectors',
    clauses: [],
    given: { base },
    when: { edits },
    expects: {},
  };
  const built = buildCase(profile, scenario);
  if (isUnavailable(built)) return undefined;
  const outcome = await target.send(built.request);
  if ('none' in outcome) throw new Error(`--target ${target.url}: ${outcome.says}`);
  if (isAccepted(outcome)) return 'accepted';
  return problemOf(outcome) ?? `status ${outcome.status}`;
}

function list(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}

const text = { contentType: 'TEXT', text: 'Your order is ready' };
const files = 'https://files.example.test';

const buttonCandidates: Readonly<Record<keyof Buttons, JsonObject>> = {
  URL: { type: 'URL', text: 'Track it', url: 'https://shop.example/orders/1234', action: 'track' },
  PHONE: { type: 'PHONE', text: 'Call us', phone: '+12025550100', action: 'call' },
  QUICK_REPLY: { type: 'QUICK_REPLY', text: 'Yes', payload: 'confirm', action: 'reply' },
};

/** §8 */
const mostButtons: Readonly<Record<keyof Buttons, number>> = { URL: 2, PHONE: 1, QUICK_REPLY: 10 };

const rich: Readonly<Partial<Record<keyof Contents, JsonObject>>> = {
  text,
  image: { contentType: 'IMAGE', attachmentUrl: `${files}/shoe.jpg` },
  captioned: { contentType: 'BUTTON', caption: 'Track it', action: 'track' },
  document: {
    contentType: 'DOCUMENT',
    attachmentName: 'contract.pdf',
    attachmentUrl: `${files}/contract.pdf`,
  },
  location: { contentType: 'LOCATION', latitude: 52.52, longitude: 13.405 },
  listPicker: {
    contentType: 'LIST_PICKER',
    listPicker: { sections: [{ items: [{ title: 'Express delivery', subtitle: 'Tomorrow' }] }] },
  },
  buttons: {
    ...text,
    buttons: [buttonCandidates.QUICK_REPLY],
  },
  button: { contentType: 'BUTTON', caption: 'Track it', action: 'track' },
  actionObject: { contentType: 'BUTTON', caption: 'Track it', action: { url: 'https://shop.example' } },
  marketing: { ...text, useMarketingMessagesApi: true, messageActivitySharing: false },
};

/**
 * Content of each kind in the shapes of ADR-0020; a provider may have others, which its owner adds by hand.
 */
const candidates: Readonly<Record<Channel, typeof rich>> = {
  SMS: { text },
  CHATONE: defined({ text, image: rich.image, document: rich.document, location: rich.location }),
  CHATTWO: rich,
};

/**
 * Edits that a provider refuses if it knows the shape of the candidate. A provider that accepts them
 * ignores the members, and has another shape.
 */
const proofs: Readonly<Partial<Record<keyof Contents, Edit>>> = {
  captioned: { remove: '{content}/caption' },
  buttons: { set: '{content}/buttons', to: 'none' },
  marketing: { set: '{content}/useMarketingMessagesApi', to: 'true' },
};

/** On a channel for which the source shows no example, a provider may take such content for any other. */
const otherProofs: Readonly<Partial<Record<Channel, Readonly<Partial<Record<keyof Contents, Edit>>>>>> = {
  CHATONE: {
    image: { set: '{content}/contentType', to: 'NO_SUCH_KIND' },
    document: { remove: '{content}/attachmentName' },
    location: { remove: '{content}/latitude' },
  },
};

/**
 * The cascades that the provider lists (ADR-0013). @throws {Error} if it refuses the key or gives no answer.
 */
async function listCascades(target: Target, key: string): Promise<ProfileCascade[]> {
  const outcome = await target.send({
    method: 'POST',
    path: '/api/cascade/get-all',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: '{}',
  });
  if ('none' in outcome) throw new Error(`--target ${target.url}: ${outcome.says}; start the provider first`);
  if (problemOf(outcome) === 'auth-error')
    throw new Error('--key: the provider refuses it (401 auth-error); pass a valid key');
  const listed = outcome.status === 200 ? parseJson(outcome.text) : undefined;
  return (Array.isArray(listed) ? listed : []).flatMap((record: unknown) => {
    const id = isObject(record) ? record.id : undefined;
    const stages = knownStagesOf(record);
    return typeof id === 'number' && stages.length > 0 ? [{ id, stages }] : [];
  });
}

const mostStages = 20;

/** None for a cascade with a channel that the source does not have: it is left out. */
function knownStagesOf(record: unknown): ProfileCascade['stages'] {
  const stages: ProfileCascade['stages'][number][] = [];
  for (const stage of stagesOf(record, mostStages)) {
    const channel = valueAt(stage, '/subject/type');
    if (!isChannel(channel)) return [];
    stages.push({ channel, ...(typeof stage.uuid === 'string' ? { uuid: stage.uuid } : {}) });
  }
  return stages;
}

export function isChannel(value: unknown): value is Channel {
  return value === 'SMS' || value === 'CHATONE' || value === 'CHATTWO';
}
