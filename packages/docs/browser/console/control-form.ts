/** A request as a form of the panel asks for it. */
export interface FormRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly body: string | undefined;
}

/**
 * Reads a form that was made from the description of the control; empty fields are left out.
 * @throws {SyntaxError} if a field that takes JSON has none.
 */
export function readControlForm(form: HTMLFormElement): FormRequest {
  const { method = 'GET', path = '', body: takesBody } = form.dataset;
  const body: Record<string, unknown> = {};
  const query = new URLSearchParams();
  for (const field of fieldsOf(form)) {
    if (field.dataset.place === 'query') query.set(field.name, field.value);
    else put(body, field.name.split('.'), valueIn(field));
  }
  return {
    method,
    path: query.size === 0 ? path : `${path}?${query}`,
    body: takesBody === undefined ? undefined : JSON.stringify(body),
  };
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function fieldsOf(form: HTMLFormElement): readonly Field[] {
  const isField = (one: Element): one is Field =>
    one instanceof HTMLInputElement || one instanceof HTMLSelectElement || one instanceof HTMLTextAreaElement;
  return [...form.elements].filter(isField).filter(({ value }) => value !== '');
}

function valueIn({ dataset, name, value }: Field): unknown {
  if (dataset.json === undefined) return value;
  try {
    return JSON.parse(value);
  } catch (error) {
    throw new SyntaxError(`${name} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Sets a field of an object, or of the objects in it. */
function put(
  object: Record<string, unknown>,
  [name = '', ...below]: readonly string[],
  value: unknown,
): void {
  if (below.length === 0) object[name] = value;
  else {
    const inner = (object[name] ?? {}) as Record<string, unknown>;
    object[name] = inner;
    put(inner, below, value);
  }
}
