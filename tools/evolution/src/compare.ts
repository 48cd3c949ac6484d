import { type JsonObject, objectOf } from '@cascade/contract';
import { type ComparedDescription, type ContractChange, impacts } from './change.ts';
import { compareCatalogues } from './compare-catalogues.ts';
import { blindSpots } from './description/blind-spots.ts';
import { withReferencesExpanded } from './description/expanded.ts';
import {
  compareNamedParts,
  compareSchemaNames,
  schemasFolder,
  withMessagesOnce,
} from './description/named-parts.ts';
import { normalForm, withFormerBases } from './description/normal-form.ts';
import { compareOpenLists, withoutOpenLists } from './description/open-lists.ts';
import { redoclyDiff } from './description/redocly-diff.ts';
import { compareSecurity } from './description/security.ts';
import { compareUse } from './description/use.ts';
import { compareExports } from './exports.ts';
import type { Release } from './release.ts';

/** Every change between two states of the contract, the greatest first. */
export async function compare(before: Release, now: Release): Promise<ContractChange[]> {
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
  subject: ComparedDescription,
  before: JsonObject,
  now: JsonObject,
): Promise<ContractChange[]> {
  const former = normal(before);
  const present = normal(now);
  const { lists, rest: formerRest } = withoutOpenLists(former);
  const { lists: presentLists, rest: presentRest } = withoutOpenLists(withFormerBases(former, present));
  const [old, recent] = withReferencesExpanded(formerRest, presentRest);
  const named = compareSchemaNames(subject, old, recent);
  const unseen = [...blindSpots(subject, old, recent), ...compareNamedParts(subject, old, recent)];
  /**
   * What is reported here, too: a schema that is gone, a schema that is new only because another was renamed
   * to it.
   */
  const isKnown = ({ kind, at }: ContractChange) =>
    (kind === 'removed' && /^\/components\/schemas\/[^/]+$/.test(at)) ||
    named.some(({ values }) => at === `${schemasFolder}${values?.after}`) ||
    unseen.some(
      (one) =>
        (kind === 'removed' && one.kind === kind && one.at === at) || `${one.at}/${one.values?.of}` === at,
    );
  const used = [
    ...compareUse(subject, former, present),
    ...(subject === 'openapi' ? compareSecurity(former, present) : []),
  ];
  const seen = await redoclyDiff(subject, withMessagesOnce(old), withMessagesOnce(recent));
  return [
    ...seen.filter((change) => !isKnown(change)),
    ...named,
    ...compareOpenLists(subject, lists, { lists: presentLists, rest: presentRest }),
    ...unseen,
    ...used,
  ];
}

/** Without the version, which follows from the changes, and without what is only written differently. */
function normal(description: JsonObject): JsonObject {
  return objectOf(normalForm({ ...description, info: { ...objectOf(description.info), version: '0.0.0' } }));
}
