import { isObject } from '@cascade/validator';
import { escaped } from './compare.ts';

/** A recording that cannot be read: where, what was expected and what was found. */
export class RecordingError extends Error {
  constructor(file: string, at: string, expected: string, found: string) {
    super(`${file}: ${at === '' ? '' : `${at}: `}expected ${expected}, found ${found}`);
    this.name = 'RecordingError';
  }
}

/**
 * A place in the file, as a JSON pointer (RFC 6901). Values of headers may be keys, so they are never shown.
 */
export class Place {
  readonly #file: string;
  readonly #pointer: string;

  constructor(file: string, pointer = '') {
    this.#file = file;
    this.#pointer = pointer;
  }

  below(key: string | number): Place {
    return new Place(this.#file, `${this.#pointer}/${escaped(String(key))}`);
  }

  fault(expected: string, found: unknown): RecordingError {
    const isSecret = /\/headers\//.test(this.#pointer);
    return new RecordingError(
      this.#file,
      this.#pointer.replace(/: $/, ''),
      expected,
      isSecret ? kindOf(found) : shown(found),
    );
  }

  hiding(expected: string): RecordingError {
    return new RecordingError(this.#file, this.#pointer, expected, 'other characters');
  }
}

export function readText(value: unknown, place: Place): string {
  if (typeof value === 'string') return value;
  throw place.fault('a text', value);
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (isObject(value)) return `an object with ${Object.keys(value).slice(0, 5).join(', ') || 'no fields'}`;
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function kindOf(value: unknown): string {
  return value === undefined
    ? 'nothing'
    : value === null
      ? 'null'
      : Array.isArray(value)
        ? 'a list'
        : `a value of the type ${typeof value}`;
}
