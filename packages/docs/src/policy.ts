import { hash } from 'node:crypto';

/** What differs between pages. */
interface Allowed {
  /** Besides the hashes of its own styles. */
  readonly styles?: string;
  readonly fonts?: string;
  readonly base?: string;
}

/**
 * Redoc makes its styles while it runs (styled-components), and its markup has attributes `style`: their
 * hashes cannot be known. Its icons are a font in them. Its scripts are as strict as ours.
 */
const ofRedoc: Allowed = { styles: "'unsafe-inline'", fonts: 'data:' };

/** On static hosts a script sets the root of the site, below which links lead (see `pages/not-found.ts`). */
const ofMissing: Allowed = { base: "'self'" };

/** Scripts and styles in the markup; a script of data is not run. */
const inline =
  /<(?<tag>script|style)(?![^>]*(?:\ssrc=|type="application\/json"))[^>]*>(?<text>.*?)<\/\k<tag>>/gs;

/** A page with its Content-Security-Policy, also for hosts that send no header of ours. */
export function withPolicy(file: string, markup: string): string {
  const allowed = file.startsWith('redoc/') ? ofRedoc : file === '404.html' ? ofMissing : {};
  const charset = '<meta charset="utf-8">';
  return markup.replace(charset, () => `${charset}\n${beforePolicy}${policyOf(markup, allowed)}">`);
}

/** A page loads its own files only, and runs the scripts that are in it. */
function policyOf(markup: string, { styles, fonts = "'none'", base = "'none'" }: Allowed): string {
  const found = [...markup.matchAll(inline)].map(({ groups = {} }) => groups);
  const hashes = (tag: string) =>
    found
      .filter((one) => one.tag === tag)
      .map(({ text = '' }) => `'sha256-${hash('sha256', text, 'base64')}'`)
      .join(' ');
  return [
    "default-src 'none'",
    // Pages opened from a disk have no origin that 'self' could mean in every browser.
    `script-src 'self' file: ${hashes('script')}`,
    // With a hash, browsers would ignore 'unsafe-inline'.
    `style-src ${styles ?? hashes('style')}`,
    'img-src data:',
    `font-src ${fonts}`,
    "connect-src 'self'",
    "form-action 'none'",
    `base-uri ${base}`,
  ].join('; ');
}

const beforePolicy = '<meta http-equiv="Content-Security-Policy" content="';

/** The policy for the header of a page that has one, or of another file: it may do nothing. */
export function policyHeader(markup: string): string {
  const [, policy = "default-src 'none'"] = markup.split(beforePolicy);
  return `${policy.split('"', 1)[0]?.replace(' file:', '')}; frame-ancestors 'none'`;
}
