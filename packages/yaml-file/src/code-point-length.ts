/** Length in Unicode code points, which is how JSON Schema counts. Compiled checks import it. */
export function codePointLength(text: string): number {
  return [...text].length;
}
