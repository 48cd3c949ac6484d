/** A part of a page below a heading with an anchor. */
export interface Section {
  readonly anchor: string;
  readonly heading: string;
  /** What follows the heading, without markup. */
  readonly text: string;
}

/** The sections of rendered markup, by its second and third headings. */
export function sectionsOf(markup: string): Section[] {
  return markup.split(/(?=<h[23] id=")/).flatMap((part) => {
    const [whole, anchor, heading] = /^<h[23] id="([^"]+)">([\s\S]*?)<\/h[23]>/.exec(part) ?? [];
    if (whole === undefined || anchor === undefined || heading === undefined) return [];
    const text = part.slice(whole.length).replaceAll(/<pre[\s\S]*?<\/pre>/g, ' ');
    return [{ anchor, heading: textOf(heading), text: textOf(text) }];
  });
}

function textOf(markup: string): string {
  const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  return markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(#39|\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replaceAll(/\s+/g, ' ')
    .trim();
}
