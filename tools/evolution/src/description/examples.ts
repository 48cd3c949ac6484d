import type { Change } from '../change.ts';
import { atPointer, isSame, type JsonObject, objectOf } from '../json.ts';

/** The mock, the docs and the types know examples by their names; Redocly sees neither their values nor callbacks. */
export function compareExamples(
  subject: 'openapi' | 'asyncapi',
  before: JsonObject,
  now: JsonObject,
): Change[] {
  const [old, recent] = [before, now].map((one) => objectOf(objectOf(one.components).examples));
  const change = (impact: Change['impact'], kind: Change['kind'], at: string, says: string): Change => ({
    ...{ impact, kind, subject, at, says },
  });
  const places = callbackExamples(before).filter(
    ({ at }) => objectOf(atPointer(now, at)).content !== undefined,
  );
  return [
    ...Object.keys(old ?? {}).flatMap((name) => {
      const at = `/components/examples/${name}`;
      if (recent?.[name] === undefined) return change('major', 'removed', at, 'the example is gone');
      const values = [old?.[name], recent[name]].map((one) => objectOf(one).value);
      if (isSame(values[0] ?? null, values[1] ?? null)) return [];
      const [was, is] = values.map((value) => JSON.stringify(value));
      return {
        ...change('patch', 'changed', at, `the example \`${name}\` has changed`),
        values: {
          of: 'value',
          ...(was === undefined ? {} : { before: was }),
          ...(is === undefined ? {} : { after: is }),
        },
      };
    }),
    ...places.flatMap(({ at, names }) => {
      const left = new Set(namesIn(objectOf(atPointer(now, at))));
      return names
        .filter((name) => !left.has(name))
        .map((name) => change('major', 'removed', at, `the example \`${name}\` of the callback is gone`));
    }),
  ];
}

/** The bodies of webhooks, and the names of the examples that each shows. */
function callbackExamples({ webhooks }: JsonObject): { readonly at: string; readonly names: string[] }[] {
  return Object.entries(objectOf(webhooks)).flatMap(([name, item]) =>
    Object.entries(objectOf(item)).map(([method, operation]) => ({
      at: `/webhooks/${name}/${method}/requestBody`,
      names: namesIn(objectOf(objectOf(operation).requestBody)),
    })),
  );
}

function namesIn({ content }: JsonObject): string[] {
  return Object.values(objectOf(content)).flatMap((media) => Object.keys(objectOf(objectOf(media).examples)));
}
