import type { Target } from '../exchange/create-target.ts';
import { isObject, parseJson } from '../json.ts';
import { inParallel } from '../phases/in-parallel.ts';
import type { Profile, ProfileCascade } from '../profile/profile.ts';
import { buildCase } from '../scenario/build-case.ts';
import type { Phase, Scenario } from '../scenario/scenario.ts';
import { isUnavailable } from '../scenario/unavailable.ts';
import { checkCallback } from './check-callback.ts';
import { checkContents, takesTextOtherwise } from './check-contents.ts';
import { checkKeys } from './check-keys.ts';
import { problemOf } from './problem-of.ts';
import type { SetupMistake } from './setup-mistake.ts';

export interface SetupOptions {
  readonly target: Target;
  readonly profile: Profile;
  /** A valid request. */
  readonly scenario: Scenario;
  /** How many messages a run has to pay for. */
  readonly messages: number;
  /** The scenarios of the run. */
  readonly planned: readonly Scenario[];
}

/**
 * Sends a text by each cascade, each content that the run uses, and a request with each further key of the profile. Only
 * a listed code that says so is a mistake of the profile; whatever else the provider answers is judged by the run.
 */
export async function checkSetup(options: SetupOptions): Promise<SetupMistake[]> {
  const { target, profile, scenario } = options;
  const codes = await inParallel(profile.cascades, 4, (cascade) => textBy(options, cascade));
  if (codes.includes('out-of-balance')) {
    const built = buildCase(profile, scenario);
    if (!isUnavailable(built) && problemOf(await target.send(built.request)) === 'out-of-balance')
      return [{ pointer: '/keys/good', message: noMoney(options.messages) }];
  }
  const suspects = profile.cascades.flatMap((cascade, at) =>
    codes[at] === 'cascade-not-found' ? [{ cascade, at }] : [],
  );
  const unknown = await findUnknown(options, suspects);
  const isNoneTaken =
    codes.every((code) => code === 'matched-template-not-found') && !(await takesTextOtherwise(options));
  return [
    ...unknown,
    ...(isNoneTaken ? [{ pointer: '/content', message: noContent }] : []),
    ...(isNoneTaken ? [] : await checkContents(options)),
    ...(has(options, 'state') ? await checkKeys(target, profile, scenario) : []),
    ...(has(options, 'callback') ? await checkCallback(profile, target) : []),
  ];
}

function has({ planned }: SetupOptions, phase: Phase): boolean {
  return planned.some((scenario) => scenario.phase === phase);
}

const noContent =
  'the provider has no template for any of the texts (matched-template-not-found); write contents that it accepts';

function noMoney(messages: number): string {
  return `the account has no money (out-of-balance); a run sends about ${messages} messages that it has to pay for: top it up, or use the key of another account`;
}

/** The code with which the provider refuses a text by the cascade; undefined if it accepts it or answers otherwise. */
async function textBy({ target, profile, scenario }: SetupOptions, cascade: ProfileCascade) {
  const channels = [...new Set(cascade.stages.map(({ channel }) => channel))];
  const { olderCoverage: _, ...ordinary } = cascade;
  const only = { ...profile, cascades: [ordinary] };
  const built = buildCase(only, { ...scenario, given: { base: `text on ${channels.join('+')}` } });
  return isUnavailable(built) ? undefined : problemOf(await target.send(built.request));
}

interface Suspect {
  readonly cascade: ProfileCascade;
  readonly at: number;
}

/**
 * The provider must call the cascade unknown whatever the content, and must not list it (ADR-0013): a provider
 * that loses a cascade is judged.
 */
async function findUnknown(
  { target, profile, scenario }: SetupOptions,
  suspects: readonly Suspect[],
): Promise<SetupMistake[]> {
  if (suspects.length === 0) return [];
  const listed = await idsListed(target, profile);
  const found = await inParallel(suspects, 4, async ({ cascade: { id }, at }) => {
    const edits = [
      { set: '/cascadeId', to: id },
      { set: '/content', to: {} },
    ];
    const built = buildCase(profile, { ...scenario, when: { edits } });
    const isUnknown =
      !(listed.has(id) || isUnavailable(built)) &&
      problemOf(await target.send(built.request)) === 'cascade-not-found';
    if (!isUnknown) return [];
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
