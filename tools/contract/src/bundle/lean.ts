import { parse, stringify } from 'yaml';
import { annotations, isObject, type JsonObject, mapMembers, mapNode, stringsOf } from '../index.ts';

/** The lean text of an annotated bundle, both in YAML. */
export function leanText(annotated: string): string {
  return stringify(leanBundle(parse(annotated)), { lineWidth: 0, aliasDuplicateObjects: false });
}

/**
 * An annotated bundle as readers and their tools get it: without our annotations. Where an assumption begins,
 * the description of the node ends with a sentence that names the decision.
 */
function leanBundle(annotated: JsonObject): JsonObject {
  const { 'x-assumed': ofAll } = annotated;
  // The description as a whole has no text of its own: `info` speaks for it.
  return withoutAnnotations(annotated, (part, name) => lean(part, name === 'info' ? undefined : ofAll));
}

/** `around`: the decisions that the nearest assumed node around has named. */
function lean(value: unknown, around: unknown): unknown {
  if (!isObject(value)) return mapNode(value, (item) => lean(item, around));
  const { 'x-provenance': provenance, 'x-assumed': assumed } = value;
  const inner = provenance === 'assumed' ? assumed : around;
  return withoutAnnotations(value, (child, name) => {
    const isText = name === 'description' && typeof child === 'string';
    return isText ? withSentence(child, value, around) : lean(child, inner);
  });
}

function withoutAnnotations(node: JsonObject, change: (child: unknown, name: string) => unknown): JsonObject {
  return mapMembers(node, (child, name) => (annotations.includes(name) ? undefined : change(child, name)));
}

function withSentence(text: string, node: JsonObject, around: unknown): string {
  const sentence = sentenceOf(text, node, around);
  if (sentence === undefined) return text;
  const trimmed = text.trimEnd();
  return trimmed.includes('\n') ? `${trimmed}\n\n${sentence}\n` : `${trimmed} ${sentence}`;
}

/** Decisions that the text names already are not repeated. */
function sentenceOf(text: string, node: JsonObject, around: unknown): string | undefined {
  const isWhole = node['x-provenance'] === 'assumed';
  const begun = isWhole ? stringsOf(around) : [];
  const ids = stringsOf(node['x-assumed']).filter((id) => !begun.includes(id) && !text.includes(id));
  if (ids.length === 0) return undefined;
  return `Assumed${isWhole ? '' : ' in part'} (${ids.join(', ')}).`;
}
