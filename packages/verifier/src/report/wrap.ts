/** Columns of every line for people, whatever the terminal: logs and job summaries are narrow too. */
export const columns = 80;

/** A text in lines of at most `width` columns, broken between words; a longer word is cut. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((each) => cut(each, width))) {
    if (line === '') line = word;
    else if (line.length + 1 + word.length <= width) line += ` ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

function cut(word: string, width: number): readonly string[] {
  return word.length <= width ? [word] : (word.match(new RegExp(`.{1,${width}}`, 'gu')) ?? []);
}

/**
 * A line of a shell command whose last argument is in single quotes, in lines of at most `width` columns. The
 * shell joins them again: a quote that ends, a line that goes on, a quote that begins.
 */
export function foldQuoted(line: string, width: number): readonly string[] {
  if (line.length <= width) return [line];
  const rows: string[] = [];
  let row = '';
  // An escaped quote is not cut in two.
  for (const part of line.match(/'\\''|[\s\S]/gu) ?? []) {
    if (row.length + part.length > width - 2) {
      rows.push(`${row}'\\`);
      row = "'";
    }
    row += part;
  }
  return [...rows, row];
}
