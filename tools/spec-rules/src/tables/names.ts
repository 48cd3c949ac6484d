import type { JsonObject } from '../lib/values.ts';

/** The form of a kind of name: a pattern, and its description in findings. */
export interface NameForm {
  readonly form: RegExp;
  readonly says: string;
}

const pascalCase: NameForm = { form: /^(?:[A-Z][a-z0-9]*)+$/, says: 'PascalCase' };

const lowerCamel: NameForm = { form: /^[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)*$/, says: 'lowerCamel' };

/** A word may be a member of a body, as in attachmentName-is-too-long. */
const kebabCase: NameForm = { form: /^[a-z][A-Za-z0-9]*(?:-[a-z0-9][A-Za-z0-9]*)*$/, says: 'kebab-case' };

/** Operations are a verb of this list and a noun: scheduleMessage. A new verb is a word for the glossary. */
export const operationName: NameForm = {
  form: /^(?:schedule|list|get|set|send|receive)(?:[A-Z][a-z0-9]*)+$/,
  says: 'a verb (schedule, list, get, set, send, receive) and a noun, as in scheduleMessage',
};

/** `/api/cascade/get-all`, or a parameter in braces. */
export const pathName: NameForm = {
  form: /^(?:\/(?:[a-z0-9]+(?:-[a-z0-9]+)*|\{[a-z][A-Za-z0-9]*\}))+$/,
  says: 'kebab-case segments',
};

/** The keys of maps of components and of examples, by Redocly's name of the map. */
export const mapNames: Readonly<Record<string, NameForm>> = {
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
export interface FileName {
  readonly form?: NameForm;
  readonly expected?: (key: string, target: JsonObject) => string;
}

/** Files by Redocly's name of the type of object in them. */
export const fileNames: Readonly<Record<string, FileName>> = {
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
