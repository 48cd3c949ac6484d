import type { Template } from './stage-facts.ts';

const placeholder = /\{[A-Za-z][A-Za-z0-9_]*\}/;

/** The first template that a text matches; each placeholder matches any non-empty text. */
export function matchTemplate(templates: readonly Template[], text: string): Template | undefined {
  return templates.find((template) => isInstance(text, template.text.split(placeholder)));
}

/**
 * Whether the text consists of these pieces with something between them. Each piece is matched at its first
 * occurrence, which leaves most to the others. So the time is bounded by text times template, for any input.
 */
function isInstance(text: string, [head = '', ...pieces]: readonly string[]): boolean {
  const tail = pieces.pop();
  if (tail === undefined) return text === head;
  if (!text.startsWith(head)) return false;
  let from = head.length + 1;
  for (const piece of pieces) {
    const found = text.indexOf(piece, from);
    if (found === -1) return false;
    from = found + piece.length + 1;
  }
  return from <= text.length - tail.length && text.endsWith(tail);
}
