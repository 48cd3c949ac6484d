/** A term of the glossary. */
export interface Term {
  readonly term: string;
  readonly means: string;
  /** Words that people use for it, and that we do not. */
  readonly avoid: readonly string[];
}

/** The terms of the first table of GLOSSARY.md. */
export function glossaryTerms(text: string): Term[] {
  const rows = [...text.matchAll(/^\| \*\*(.+?)\*\* \| (.+?) \|(?: (.*?))? ?\|$/gm)];
  return rows.map(([, term = '', means = '', avoid = '']) => ({
    term,
    means: withoutLinks(means),
    avoid: avoid
      .split(',')
      .map((word) => word.trim())
      .filter((word) => /^[a-z][\w -]*$/.test(word) && !word.startsWith('for ')),
  }));
}

/** The anchor of a term on the page of the glossary. */
export function termAnchor(term: string): string {
  return `term-${term
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')}`;
}

function withoutLinks(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('*', '');
}
