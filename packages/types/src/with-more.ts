/**
 * An object that may have members beside the listed ones. Literals with further members are assignable,
 * editors complete the listed members, and reading any other is an error. An index signature alone would let
 * a misspelt read pass.
 */
export type WithMore<Listed extends object> = Listed | (Listed & { readonly [member: string]: unknown });
