import { compareCatalogues } from './catalogue/compare-catalogues.ts';
import { compareExports } from './catalogue/compare-exports.ts';
import type { Change } from './change.ts';
import { blindSpots } from './description/blind-spots.ts';
import { compareCallbackHeaders } from './description/callback-headers.ts';
import { compareMessageExamples, isInMessageExamples } from './description/message-examples.ts';
import { normalForm } from './description/normal-form.ts';
import { compareOpenLists, withoutOpenLists } from './description/open-lists.ts';
import { redoclyDiff } from './description/redocly-diff.ts';
import { compareSchemaNames, isNewName, isSchemaName } from './description/schema-names.ts';
import { impacts } from './impact.ts';
import { type JsonObject, objectOf } from './json.ts';
import type { Release } from './release.ts';

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
  const [old, recent] = [comparable(before), comparable(now)];
  const named = compareSchemaNames(subject, old.rest, recent.rest);
  const seen = await redoclyDiff(subject, old.rest, recent.rest);
  return [
    ...seen
      .filter(({ at, kind }) => !(isSchemaName(at) && (kind === 'removed' || isNewName(named, at))))
      .filter(({ at }) => !isInMessageExamples(at)),
    ...named,
    ...compareOpenLists(subject, old.lists, recent),
    ...blindSpots(subject, old.rest, recent.rest),
    ...compareCallbackHeaders(subject, old.rest, recent.rest),
    ...compareMessageExamples(old.rest, recent.rest),
  ];
}

/** Without the version, and without what is only written differently. */
function comparable(description: JsonObject): ReturnType<typeof withoutOpenLists> {
  return withoutOpenLists(objectOf(normalForm(withoutVersion(description))));
}

/** Leaves out the version: it follows from the changes. */
function withoutVersion(description: JsonObject): JsonObject {
  const { info } = description;
  return { ...description, info: { ...(info as JsonObject), version: '0.0.0' } };
}
