/**
 * The one place of Redocly's output that is changed: `redocly build-docs` (`@redocly/cli` 2.77.0, Redoc 3.0.1) ends its
 * script with this call. No option, no `--template` variable and no Redoc setting lets a page pass another description
 * at run time, and Redoc cannot hide the assumed parts of one.
 */
const redoclyStart = "hydrate(__redoc_definition, __redoc_options, document.getElementById('redoc'));";

const ourStart =
  "hydrate(globalThis.redocDescription ?? __redoc_definition, __redoc_options, document.getElementById('redoc'));";

/**
 * Lets a page choose what Redoc shows: `globalThis.redocDescription`, if `browser/redoc.ts` has set it, else the
 * description that was rendered.
 * @throws {Error} if a newer Redocly starts Redoc in another way.
 */
export function letPageChooseDescription(markup: string): string {
  const [before, after, ...more] = markup.split(redoclyStart);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(
      `@redocly/cli no longer starts Redoc by one call of \`${redoclyStart}\`: ` +
        'see how its build-docs ends the script, and change packages/docs/src/redoc/choose-description.ts',
    );
  return before + ourStart + after;
}
