import { parser } from '@prometheus-io/lezer-promql';

/** A metric that an expression reads, with its matchers and labels. */
export interface Selector {
  readonly metric: string;
  /** By label: operator and value, e.g. `="out-of-balance"`. */
  readonly matchers: Readonly<Record<string, string>>;
}

export interface Expression {
  readonly selectors: readonly Selector[];
  /** The labels in `by (…)`. */
  readonly groupedBy: readonly string[];
}

const strict = parser.configure({ strict: true });

/** Parses a PromQL expression. @throws {SyntaxError} if it is invalid. */
export function readExpression(text: string): Expression {
  const promql = text.replaceAll('$__rate_interval', '5m');
  const selectors: { metric: string; matchers: Record<string, string> }[] = [];
  const groupedBy: string[] = [];
  strict.parse(promql).iterate({
    enter({ name, from, to, node }) {
      const source = promql.slice(from, to);
      if (name === 'VectorSelector') selectors.push({ metric: /^\w+/.exec(source)?.[0] ?? '', matchers: {} });
      if (name === 'UnquotedLabelMatcher') {
        const [, label = '', matcher = ''] = /^(\w+)(.*)$/s.exec(source) ?? [];
        Object.assign(selectors.at(-1)?.matchers ?? {}, { [label]: matcher });
      }
      if (name === 'LabelName' && node.parent?.name === 'GroupingLabels') groupedBy.push(source);
    },
  });
  return { selectors, groupedBy };
}
