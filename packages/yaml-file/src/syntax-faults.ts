import { type Document, isScalar, visit, type YAMLParseError } from 'yaml';

/** Why a text is not YAML, by offset. */
export interface SyntaxFault {
  readonly offset: number;
  readonly message: string;
  /** Offset of the first of two members of one name. */
  readonly first?: number;
}

/** What the parser reports, and aliases without an anchor, which it accepts. */
export function findSyntaxFaults(document: Document): readonly SyntaxFault[] {
  const faults = document.errors.map((error) => toFault(document, error));
  return faults.length > 0 ? faults : findUndefinedAliases(document);
}

function toFault(document: Document, error: YAMLParseError): SyntaxFault {
  const offset = error.pos[0];
  const duplicate = error.code === 'DUPLICATE_KEY' ? findDuplicate(document, offset) : undefined;
  return { offset, message: `invalid YAML: ${withoutQuote(error.message)}`, ...duplicate };
}

/** The parser quotes the file, and the quoted part may be a secret. */
function withoutQuote(message: string): string {
  return message.replace(/: ".*$/s, '').split('\n', 1)[0] ?? '';
}

function findDuplicate(document: Document, offset: number): Omit<SyntaxFault, 'offset'> | undefined {
  let found: Omit<SyntaxFault, 'offset'> | undefined;
  visit(document, {
    Map(_, { items }) {
      const keys = items.flatMap(({ key }) => (isScalar(key) ? [key] : []));
      const duplicate = keys.find(({ range }) => range?.[0] === offset);
      if (duplicate === undefined) return undefined;
      const first = keys.find(({ value }) => value === duplicate.value)?.range?.[0];
      found = { message: `duplicate member ${duplicate.value}`, ...(first === undefined ? {} : { first }) };
      return visit.BREAK;
    },
  });
  return found;
}

function findUndefinedAliases(document: Document): readonly SyntaxFault[] {
  const faults: SyntaxFault[] = [];
  visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document) !== undefined) return;
      const message = `alias *${alias.source} is not defined; expected an anchor &${alias.source} above`;
      faults.push({ offset: alias.range?.[0] ?? 0, message });
    },
  });
  return faults;
}
