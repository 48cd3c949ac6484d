const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters that XML 1.0 §2.2 does not allow, even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
const impossible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** The text, safe in XML and HTML, in an element or in an attribute. */
export function escapeMarkup(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(impossible, '�')
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
