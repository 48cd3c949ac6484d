import { basename } from 'node:path';
import { isReference } from '../lib/reference.ts';
import { type JsonObject, objectOf } from '../lib/values.ts';
import type { Location, Rule, RuleContext, Visitor } from '../redocly.ts';
import { fileNames, mapNames, type NameForm, operationName, pathName } from '../tables/names.ts';

/**
 * `naming`: operations are verb and noun in lowerCamel, segments of paths kebab-case, components and examples
 * as the table says, and a file is called like the component in it.
 */
export const naming: Rule = () => {
  const map = (form: NameForm): Visitor => ({
    enter(node, { location, report }) {
      for (const name of Object.keys(objectOf(node))) judge(name, form, location.child(name), report);
    },
  });
  return {
    Paths: map(pathName),
    ...Object.fromEntries(Object.entries(mapNames).map(([type, form]) => [type, map(form)])),
    Operation: {
      enter(operation, { location, report }) {
        const { operationId } = objectOf(operation);
        if (operationId === undefined) return;
        judge(String(operationId), operationName, location.child('operationId'), report);
      },
    },
    // AsyncAPI 3 names its operations by their keys.
    NamedOperations: map(operationName),
    ref: {
      enter(reference, context, { node }) {
        if (isReference(reference)) judgeFile(reference.$ref, objectOf(node), context);
      },
    },
  };
};

/** A `$ref` into a part of a file does not determine the name of the file. */
function judgeFile(reference: string, target: JsonObject, context: RuleContext): void {
  const { form, expected } = fileNames[context.type.name] ?? {};
  if (reference.includes('#')) return;
  const name = basename(reference).replace(/\.[^.]+$/, '');
  const right = expected?.(String(context.key), target) ?? name;
  if (right !== name) {
    context.report({ message: `expected the file name ${right}, after its contents, found ${name}.` });
  } else if (form !== undefined) {
    judge(name, form, context.location, context.report);
  }
}

function judge(
  name: string,
  { form, says }: NameForm,
  location: Location,
  report: RuleContext['report'],
): void {
  if (!form.test(name)) report({ message: `${name} must be ${says}.`, location: location.key() });
}
