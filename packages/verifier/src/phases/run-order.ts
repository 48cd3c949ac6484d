import type { Profile } from '../generated/profile.ts';
import { buildCase, type Case } from '../scenario/build-case.ts';
import { contentFieldOf, resolveBase } from '../scenario/resolve-base.ts';
import type { Edit, Scenario } from '../scenario/scenario.ts';
import { ifAvailable, isUnavailable, lacking, type Unavailable } from '../scenario/unavailable.ts';
import { inParallel } from './in-parallel.ts';
import { available, type PhaseContext, tryScenario, unlessOut } from './phase-context.ts';

/** For each pair of processing rules a request that breaks both: the earlier one answers (§4.1). */
export async function runOrder(context: PhaseContext): Promise<void> {
  // Rules 1 and 5 need an account that is spent after a request was accepted: phases/state/spend-balance.ts.
  const here = context.scenarios.filter(({ given }) => given.breaks?.join() !== '1,5');
  await inParallel(here, 4, (scenario) =>
    tryScenario(context, scenario, async ({ profile }) => {
      for (const { broken, before } of available(breakTwoRules(profile, scenario)))
        await unlessOut(context, { ...scenario, expects: broken.expectation }, async (trial) => {
          if (before) await trial.accepted(before, 'the request that was to use the id was not accepted');
          await trial.judge(broken);
        });
    }),
  );
}

/**
 * A request that breaks two processing rules, and one to send before it if the first of them is about used
 * ids.
 */
interface BrokenTwice {
  readonly before?: Case;
  readonly broken: Case;
}

/** One way to break a rule of §4.1: edits, the base on which they do so, and the code that is expected. */
interface Breaking {
  readonly base: string;
  readonly edits: readonly Edit[];
  readonly code: string;
}

const anywhere = 'text on any';
const tooLong = { $characters: 90 };

const usedId: Breaking = { base: anywhere, edits: [], code: 'requestId-is-not-unique' };
const unknownCascade: Breaking = {
  base: anywhere,
  edits: [{ set: '/cascadeId', to: { $unknownCascade: true } }],
  code: 'cascade-not-found',
};
const noContent: Breaking = {
  base: anywhere,
  edits: [{ set: '/content', to: {} }],
  code: 'content-not-specified',
};
/** How rule 3 is broken beside rule 4, which needs content. */
const surplus: Breaking = {
  base: anywhere,
  edits: [{ set: '{absent}', to: { $content: 'absent' } }],
  code: 'cascade-scheduling-request-is-not-valid',
};
const limits: readonly Breaking[] = [
  {
    base: 'listPicker on CHATTWO',
    edits: [{ set: '{listItem}/title', to: tooLong }],
    code: 'template-parameter-is-not-valid',
  },
  {
    base: 'document on any',
    edits: [{ set: '{content}/attachmentName', to: tooLong }],
    code: 'attachmentName-is-too-long',
  },
];
const noMoney: Breaking = { base: anywhere, edits: [], code: 'out-of-balance' };

/**
 * Makes the requests for a scenario's `breaks`, one for each limit; the code of the earlier rule is expected.
 */
export function breakTwoRules(profile: Profile, scenario: Scenario): readonly BrokenTwice[] | Unavailable {
  if (scenario.given.breaks?.includes(4) !== true) return onlyThat(breakBy(profile, scenario, noContent));
  const made = [
    ...limits
      .filter(({ base }) => !isUnavailable(resolveBase(profile, base)))
      .map((limit) => breakBy(profile, scenario, limit)),
    ...(scenario.given.breaks[0] === 3
      ? limits.flatMap((limit) => breakOverChannels(profile, scenario, limit))
      : []),
  ];
  const [first] = made;
  if (first === undefined)
    return lacking('/content/CHATTWO/document', 'the profile has neither a list picker nor a document');
  const broken = made.flatMap((each) => (isUnavailable(each) ? [] : [each]));
  return broken.length > 0 ? broken : onlyThat(first);
}

function onlyThat(made: BrokenTwice | Unavailable): readonly BrokenTwice[] | Unavailable {
  return ifAvailable(made, (broken) => [broken]);
}

/** Rule 4 broken by one channel and rule 3 by another, which has no content (§2.1). */
function breakOverChannels({ cascades, ...profile }: Profile, scenario: Scenario, limit: Breaking) {
  const [kind = 'text'] = limit.base.split(' on ');
  return cascades.flatMap((cascade) => {
    const channels = [...new Set(cascade.stages.map(({ channel }) => channel))];
    const [other] = channels.filter((channel) => channel !== 'CHATTWO');
    if (other === undefined || !channels.includes('CHATTWO') || cascade.olderCoverage) return [];
    const built = buildCase(
      { ...profile, cascades: [cascade] },
      {
        ...scenario,
        given: {
          base: `${kind} on ${['CHATTWO', ...channels.filter((each) => each !== 'CHATTWO')].join('+')}`,
        },
        when: { edits: [...limit.edits, { remove: `/content/${contentFieldOf(other)}` }] },
        expects: { codes: coverageCodes },
      },
    );
    return isUnavailable(built) ? [] : [{ broken: built }];
  });
}

/** ADR-0004: either, for content that is missing. */
const coverageCodes = [
  'cascade-scheduling-request-is-not-valid',
  "request-doesn't-contain-content-for-all-cascade-stages",
];

function breakBy(profile: Profile, scenario: Scenario, limit: Breaking): BrokenTwice | Unavailable {
  const [first = 0, second = 0] = scenario.given.breaks ?? [];
  const ways = [usedId, unknownCascade, second === 4 ? surplus : noContent, limit, noMoney];
  const earlier = ways[first - 1] ?? usedId;
  const later = ways[second - 1] ?? usedId;
  const base = [earlier, later].find((way) => way.base !== anywhere)?.base ?? anywhere;
  const built = buildCase(profile, {
    ...scenario,
    given: { base, key: second === 5 ? 'poor' : 'good' },
    when: { edits: [...earlier.edits, ...later.edits] },
    expects: { codes: [earlier.code] },
  });
  return ifAvailable(built, (broken) => {
    if (first !== 1) return { broken };
    const plain: Scenario = { ...scenario, given: { base }, when: {}, expects: {} };
    return ifAvailable(buildCase(profile, plain, broken.requestId), (before) => ({ broken, before }));
  });
}
