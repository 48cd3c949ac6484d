import { basename } from 'node:path';
import { type JsonObject, objectOf } from '../../index.ts';
import { isReference } from '../lib/nodes.ts';
import type { Location, Rule, RuleContext, Visitor } from '../redocly.ts';

/** The form of a kind of name: a pattern, and its description in findings. */
interface NameForm {
  readonly form: RegExp;
  readonly says: string;
}

const pascalCase: NameForm = { form: /^(?:[A-Z][a-z0-9]*)+$/, says: 'PascalCase' };

const lowerCamel: NameForm = { form: /^[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)*$/, says: 'lowerCamel' };

/** A word may be a member of a body, as in attachmentName-is-too-long. */
const kebabCase: NameForm = { form: /^[a-z][A-Za-z0-9]*(?:-[a-z0-9][A-Za-z0-9]*)*$/, says: 'kebab-case' };

/** Operations are a verb of this list and a noun: scheduleMessage. A new verb is a word for the glossary. */
const operationName: NameForm = {
  form: /^(?:schedule|list|get|set|send|receive|withdraw|create|reset|remove)(?:[A-Z][a-z0-9]*)+$/,
  says: 'a verb (schedule, list, get, set, send, receive, withdraw, create, reset, remove) and a noun, as in scheduleMessage',
};

/** `/api/cascade/get-all`, or a parameter in braces. */
const pathName: NameForm = {
  form: /^(?:\/(?:[a-z0-9]+(?:-[a-z0-9]+)*|\{[a-z][A-Za-z0-9]*\}))+$/,
  says: 'kebab-case segments',
};

/** The keys of maps of components and of examples, by Redocly's name of the map. */
const mapNames: Readonly<Record<string, NameForm>> = {
  NamedSchemas: pascalCase,
  NamedResponses: pascalCase,
  NamedParameters: pascalCase,
  NamedHeaders: pascalCase,
  NamedSecuritySchemes: pascalCase,
  NamedExamples: kebabCase,
  ExamplesMap: kebabCase,
  NamedMessages: lowerCamel,
};

/** The name of a file that a `$ref` of this type points to: its form, and the right name. */
interface FileName {
  readonly form?: NameForm;
  readonly expected?: (key: string, target: JsonObject) => string;
}

/** Files by Redocly's name of the type of object in them. */
const fileNames: Readonly<Record<string, FileName>> = {
  Schema: { form: pascalCase },
  Response: { form: pascalCase },
  Header: { expected: (key) => pascal(key) },
  Parameter: { expected: (_key, target) => pascal(String(target.name)) },
  SecurityScheme: { expected: (key) => key },
  Example: { form: kebabCase, expected: (key) => key },
  PathItem: { expected: (key) => key.replace(/^\//, '').replaceAll('/', '_') },
  Message: { form: lowerCamel, expected: (key) => key },
  MessageExample: { form: kebabCase, expected: (_key, target) => String(target.name) },
};

function pascal(name: string): string {
  return name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

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
    context.report({ message: `expected the file name ${right}, after its contents, found ${name}` });
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
  if (!form.test(name)) report({ message: `expected ${says}, found ${name}`, location: location.key() });
}
