import { type Contract, operationsOf, schemasBelow, targetOf } from '@cascade/contract';
import { type ContractChange, placeOf } from '@cascade/evolution';
import { nodeAt } from '../description/read-description.ts';

/** Who reads a change: programs that call, that receive callbacks, or that import; and who reads the source. */
export type ChangeReader = 'caller' | 'receiver' | 'types' | 'statements';

/** Whom a change concerns, and of which part. */
export interface Concern {
  readonly reader: ChangeReader;
  /** The heading of its changes: an operation, or what stands for several. */
  readonly part: string;
  /** The ids of its operations; none if it is of no operation alone. */
  readonly operations: readonly string[];
}

/** An operation of a description, with the components that its request and its responses have. */
interface Use {
  readonly id: string;
  readonly title: string;
  readonly isCallback: boolean;
  readonly sent: ReadonlySet<string>;
  readonly read: ReadonlySet<string>;
  readonly responses: ReadonlySet<string>;
}

/** What the two states of a description use. */
export interface Uses {
  readonly uses: readonly Use[];
  /** Whether a member of a schema is sent by callers. */
  isSent(schema: string): boolean;
}

/** The uses of both states: what is gone had its place before. */
export function usesOf(...descriptions: readonly unknown[]): Uses {
  const all = descriptions.flatMap((description) =>
    operationsOf(description).map(
      ({ part, path, method, node }): Use => ({
        id: String(node.operationId),
        title: part === 'webhooks' ? `webhook ${path}` : `${method.toUpperCase()} ${path}`,
        isCallback: part === 'webhooks',
        sent: schemasBelow(description, [node.requestBody, node.parameters]),
        read: schemasBelow(description, node.responses),
        responses: new Set(Object.values(nodeAt(node, 'responses')).flatMap(responseName)),
      }),
    ),
  );
  const ids = [...new Set(all.map(({ id }) => id))];
  const joined = ids.map((id) =>
    all.filter((one) => one.id === id).reduce((one, other) => ({ ...other, ...united(one, other) })),
  );
  const sent = new Set(joined.filter(({ isCallback }) => !isCallback).flatMap((use) => [...use.sent]));
  return { uses: joined, isSent: (schema) => sent.has(schema) };
}

function united(one: Use, other: Use): Pick<Use, 'sent' | 'read' | 'responses'> {
  return {
    sent: new Set([...one.sent, ...other.sent]),
    read: new Set([...one.read, ...other.read]),
    responses: new Set([...one.responses, ...other.responses]),
  };
}

function responseName(reference: unknown): string[] {
  const [, name] = /^#\/components\/responses\/(.+)$/.exec(String(nodeAt(reference).$ref)) ?? [];
  return name === undefined ? [] : [name];
}

const callbackPart = 'The callback';
const everyPart = 'Every operation';
const severalPart = 'Several operations';
const testsPart = 'Demo numbers';

/** Whom a change concerns. */
export function concernOf(change: ContractChange, { uses }: Uses, contract: Contract): Concern {
  const { subject, at } = change;
  if (subject === 'export') return { reader: 'types', part: at.replace(/: .*$/, ''), operations: [] };
  if (subject === 'clause') return { reader: 'statements', part: 'Clauses of the source', operations: [] };
  if (subject === 'decision') return { reader: 'statements', part: 'Decisions', operations: [] };
  if (subject === 'demo number') return { reader: 'caller', part: testsPart, operations: [] };
  if (subject === 'asyncapi' || subject === 'reason') return receives;
  if (subject === 'limit') return concernOfLimit(at, uses, contract);
  if (subject === 'code') return concernOfCode(at, uses, contract);
  return concernOfPlace(at, uses);
}

const receives: Concern = { reader: 'receiver', part: callbackPart, operations: [] };

function calls(ids: readonly string[], uses: readonly Use[]): Concern {
  const all = uses.filter(({ isCallback }) => !isCallback).map(({ id }) => id);
  const [first] = ids;
  if (first === undefined || ids.length === all.length)
    return { reader: 'caller', part: everyPart, operations: all };
  return { reader: 'caller', part: ids.length === 1 ? first : severalPart, operations: ids };
}

function concernOfCode(code: string, uses: readonly Use[], { checks }: Contract): Concern {
  const check = checks.find(({ problems }) => problems.some((problem) => problem.code === code));
  if (check?.of === 'schedulings') return calls(['scheduleMessage'], uses);
  return check?.of === 'other-bodies' ? calls(['setCallback'], uses) : calls([], uses);
}

/** By the schema that states the limit, or the code that reports it. */
function concernOfLimit(id: string, uses: readonly Use[], contract: Contract): Concern {
  const limit = contract.limits.find((one) => one.id === id);
  if (limit?.reason !== undefined || /callback|event/.test(id)) return receives;
  const [, schema = ''] = /(\w+)\.yaml#/.exec(limit?.at ?? '') ?? [];
  const sending = uses.filter(({ sent }) => sent.has(schema)).map((use) => use.id);
  if (sending.length > 0) return calls(sending, uses);
  const isOfBody = limit?.problem === 'payload-too-large' || /^body-/.test(id);
  return limit?.problem === undefined || isOfBody ? calls([], uses) : calls(['scheduleMessage'], uses);
}

function concernOfPlace(pointer: string, uses: readonly Use[]): Concern {
  const { kind, name, of } = placeOf(pointer);
  if (kind === 'operation') {
    const found = uses.filter((use) => use.title === name || use.title.endsWith(` ${of}`));
    return found.some(({ isCallback }) => isCallback)
      ? receives
      : calls(found.length === 0 ? [name] : found.map(({ id }) => id), uses);
  }
  const [, response] = /^\/components\/responses\/([^/]+)/.exec(pointer) ?? [];
  const using = uses.filter(({ sent, read, responses }) =>
    response === undefined ? sent.has(of) || read.has(of) : responses.has(response),
  );
  // What callers send is theirs; what only returns, and is in a callback too, is the receiver's.
  const isSent = using.some((use) => !use.isCallback && use.sent.has(of));
  if (!isSent && using.some(({ isCallback }) => isCallback)) return receives;
  return calls(
    using.filter(({ isCallback }) => !isCallback).map(({ id }) => id),
    uses,
  );
}

/** Whether a response of a description is a problem. */
export function isProblemResponse(description: unknown, name: string): boolean {
  const response = targetOf(description, { $ref: `#/components/responses/${name}` });
  return 'application/problem+json' in nodeAt(response, 'content');
}
