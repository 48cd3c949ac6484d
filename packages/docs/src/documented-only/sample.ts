import { raw } from '../html.ts';
import { addClass, type Element, type MarkupNode, readMarkup, textOf, writeMarkup } from '../markup.ts';
import { codeBlock } from '../parts/code-block.ts';
import { type Hiding, hide } from './hiding.ts';

/** Whether an element is code, with or without a caption. */
export function isSample({ tag, children }: Element): boolean {
  return tag === 'pre' || (tag === 'figure' && elementsOf(children).some((child) => child.tag === 'pre'));
}

/**
 * Hides a sample that has an assumed name. Returns what is documented of it, to be shown in its place; nothing if no part
 * of it makes sense by itself.
 */
export function hideSample(sample: Element, { names, documentedText }: Hiding): Element | undefined {
  const pre = sample.tag === 'pre' ? sample : elementsOf(sample.children).find(({ tag }) => tag === 'pre');
  const caption = elementsOf(sample.children).find(({ tag }) => tag === 'figcaption');
  const text = textOf(pre ?? '').trim();
  const language = languageOf(pre);
  const left = documentedText(text, language);
  const isCaptionAssumed = caption !== undefined && names.isIn(textOf(caption));
  if (!isCaptionAssumed && left === text) return undefined;
  if (!isCaptionAssumed && left === undefined && !names.isIn(text)) return undefined;
  hide(sample);
  return left === undefined || isCaptionAssumed
    ? undefined
    : partOf(sample, caption, { text: left, language });
}

function languageOf(pre: Element | undefined): string {
  const code = elementsOf(pre?.children ?? []).find(({ tag }) => tag === 'code');
  return /class="language-([\w-]+)"/.exec(code?.start ?? '')?.[1] ?? '';
}

/** The sample with another text; lines that were marked and are left are marked again. */
function partOf(
  sample: Element,
  caption: Element | undefined,
  code: { readonly text: string; readonly language: string },
): Element | undefined {
  const before = new Set(markedLines(sample).map((line) => line.trim()));
  const marked = code.text.split('\n').flatMap((line, at) => (before.has(line.trim()) ? [at] : []));
  const written = caption === undefined ? {} : { caption: raw(writeMarkup(caption.children)) };
  const [figure] = readMarkup(codeBlock({ ...code, ...written, marked }).text);
  if (typeof figure !== 'object') return undefined;
  addClass(figure, 'documented-only');
  return figure;
}

function markedLines({ tag, children }: Element): readonly string[] {
  if (tag === 'mark') return [children.map(textOf).join('')];
  return elementsOf(children).flatMap(markedLines);
}

function elementsOf(nodes: readonly MarkupNode[]): readonly Element[] {
  return nodes.filter((node) => typeof node === 'object');
}
