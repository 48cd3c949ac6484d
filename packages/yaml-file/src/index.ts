/** Reads YAML files that people write, and reports every fault with file, line, column and fix. */
export { createShapeCheck, type ShapeCheck, type ShapeCheckOptions } from './check-shape.ts';
export { codePointLength } from './code-point-length.ts';
export type { CompiledShape } from './compiled-shape.ts';
export { didYouMean } from './did-you-mean.ts';
export type { Fault, FileFault } from './fault.ts';
export { findDuplicates, type Identity } from './find-duplicates.ts';
export { formats } from './formats.ts';
export { type FaultyYaml, parseYaml, type YamlFile } from './parse-yaml.ts';
export { escapeStep, memberOf, type Place, selectPlaces } from './places.ts';
export { readText, readYaml } from './read-yaml.ts';
export { YamlFileError } from './yaml-file-error.ts';
