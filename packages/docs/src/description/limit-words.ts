const words: Readonly<Record<string, (limit: string) => string>> = {
  minLength: (limit) => (limit === '1' ? 'not empty' : `at least ${limit} characters`),
  maxLength: (limit) => `at most ${limit} characters`,
  maxItems: (limit) => `at most ${limit} entries`,
  minimum: (limit) => `at least ${limit}`,
  maximum: (limit) => `at most ${limit}`,
  format: (format) => (format === 'uuid' ? 'a UUID' : 'ISO 8601 with a time zone'),
};

/** The limits of a schema in words, each with its keyword. */
export function limitWords(
  schema: Readonly<Record<string, unknown>>,
): readonly { readonly keyword: string; readonly says: string }[] {
  return Object.entries(words).flatMap(([keyword, say]) => {
    const limit = schema[keyword];
    if (limit === undefined) return [];
    const text = typeof limit === 'number' ? limit.toLocaleString('en-US') : String(limit);
    return [{ keyword, says: say(text) }];
  });
}
