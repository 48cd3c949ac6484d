/** Longer texts stay plain: each word with a colour is an element. */
const longest = 20_000;
const words = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\b\d[\d.eE+-]*/g;

/** The nodes of JSON, with the colours that samples have; other texts are plain. */
export function colouredJson(text: string): readonly (string | HTMLElement)[] {
  if (text.length > longest || !/^[[{]/.test(text)) return [text];
  const nodes: (string | HTMLElement)[] = [];
  let end = 0;
  for (const { 0: word, 1: quoted, 2: colon = '', index } of text.matchAll(words)) {
    nodes.push(text.slice(end, index), coloured(quoted ?? word, kindOf(quoted, colon)), colon);
    end = index + word.length;
  }
  return [...nodes, text.slice(end)];
}

function kindOf(quoted: string | undefined, colon: string): string {
  if (quoted === undefined) return 'h-number';
  return colon === '' ? 'h-string' : 'h-attr';
}

function coloured(text: string, className: string): HTMLElement {
  const span = document.createElement('span');
  span.className = className;
  span.textContent = text;
  return span;
}
