/** Reads YAML files that people write, and reports every fault with file, line, column and fix. */

export type { CompiledShape } from './check-shape.ts';
export {
  createShapeCheck,
  type SchemaSource,
  type ShapeCheck,
  type ShapeCheckOptions,
} from './check-shape.ts';
export { didYouMean } from './did-you-mean.ts';
export type { Fault, FileFault } from './fault.ts';
export { YamlFileError } from './fault.ts';
export { codePointLength, formats } from './formats.ts';
export { type FaultyYaml, parseYaml, readText, readYaml, type YamlFile } from './parse-yaml.ts';
export {
  escapeStep,
  findDuplicates,
  type Identity,
  memberOf,
  type Place,
  selectPlaces,
  textsOf,
} from './places.ts';
