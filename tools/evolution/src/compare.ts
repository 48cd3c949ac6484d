import { isSame, type JsonObject, objectOf } from '@cascade/contract';
import { compareCatalogues, compareExports } from './catalogue/compare-catalogues.ts';
import { type Change, impacts } from './change.ts';
import { blindSpots } from './description/blind-spots.ts';
import { compareCallbackHeaders } from './description/callback-headers.ts';
import { compareMessageExamples, withMessagesOnce } from './description/message-examples.ts';
import { normalForm, withFormerBases } from './description/normal-form.ts';
import { compareOpenLists, withoutOpenLists } from './description/open-lists.ts';
import { redoclyDiff } from './description/redocly-diff.ts';
import type { Release } from './release.ts';

const folder = '/components/schemas/';

/** Whether a pointer leads to a component schema, and not into it. */
function isSchemaName(pointer: string): boolean {
  return pointer.startsWith(folder) && !pointer.slice(folder.length).includes('/');
}

/** Whether a schema is new only because another one was renamed to it. */
function isNewName(named: readonly Change[], pointer: string): boolean {
  return named.some(({ values }) => values?.after !== undefined && pointer === `${folder}${values.after}`);
}

/**
 * Component schemas that are gone or have another name. Nothing on the wire changes, but the types package and
 * code generators name types after them, and teams import these.
 */
function compareSchemaNames(subject: 'openapi' | 'asyncapi', before: JsonObject, now: JsonObject): Change[] {
  const [old = {}, recent = {}] = [before, now].map((one) => objectOf(objectOf(one.components).schemas));
  const come = Object.keys(recent).filter((name) => !(name in old));
  return Object.keys(old)
    .filter((name) => !(name in recent))
    .map((name): Change => {
      const successor = come.find((other) => isSame(old[name], recent[other]));
      const says =
        successor === undefined
          ? 'the schema is gone: types that are named after it go, too'
          : `the schema is now called \`${successor}\`: types that are named after it are, too`;
      return {
        ...{ impact: 'major', kind: successor === undefined ? 'removed' : 'changed', subject },
        ...{ at: `${folder}${name}`, says },
        values: { of: 'name', before: name, ...(successor === undefined ? {} : { after: successor }) },
      };
    });
}

/** Every change between two states of the contract, the greatest first. */
export async function compare(before: Release, now: Release): Promise<Change[]> {
  const [openapi, asyncapi] = await Promise.all([
    compareDescriptions('openapi', before.openapi, now.openapi),
    compareDescriptions('asyncapi', before.asyncapi, now.asyncapi),
  ]);
  const changes = [
    ...compareCatalogues(before.catalogue, now.catalogue),
    ...compareExports(before.exports, now.exports),
    ...openapi,
    ...asyncapi,
  ];
  return changes.toSorted((a, b) => impacts.indexOf(b.impact) - impacts.indexOf(a.impact));
}

async function compareDescriptions(
  subject: 'openapi' | 'asyncapi',
  before: JsonObject,
  now: JsonObject,
): Promise<Change[]> {
  const [former, present] = [before, now].map(normal) as [JsonObject, JsonObject];
  const [old, recent] = [withoutOpenLists(former), withoutOpenLists(withFormerBases(former, present))];
  const named = compareSchemaNames(subject, old.rest, recent.rest);
  const seen = await redoclyDiff(subject, withMessagesOnce(old.rest), withMessagesOnce(recent.rest));
  const unseen = blindSpots(subject, old.rest, recent.rest);
  const isUnseenToo = ({ kind, at }: Change) =>
    unseen.some(
      (one) =>
        (kind === 'removed' && one.kind === kind && one.at === at) || `${one.at}/${one.values?.of}` === at,
    );
  return [
    ...seen
      .filter(({ at, kind }) => !(isSchemaName(at) && (kind === 'removed' || isNewName(named, at))))
      .filter((change) => !isUnseenToo(change)),
    ...named,
    ...compareOpenLists(subject, old.lists, recent),
    ...unseen,
    ...compareCallbackHeaders(subject, old.rest, recent.rest),
    ...compareMessageExamples(old.rest, recent.rest),
  ];
}

/** Without the version, and without what is only written differently. */
function normal(description: JsonObject): JsonObject {
  return objectOf(normalForm(withoutVersion(description)));
}

/** Leaves out the version: it follows from the changes. */
function withoutVersion(description: JsonObject): JsonObject {
  const { info } = description;
  return { ...description, info: { ...(info as JsonObject), version: '0.0.0' } };
}
