import { createShapeCheck, type FileFault, readYaml, YamlFileError } from '@cascade/yaml-file';
import type { NewScene } from '../generated/control.ts';
import { ControlRefusal } from './control-problem.ts';
import { shape } from './control-shape.ts';
import { refuseSenseless } from './scenes.ts';

/** A file of scenes that cannot be used, with all its faults, one a line, in the order of the file. */
export class SceneFileError extends YamlFileError {
  constructor(file: string, faults: readonly FileFault[]) {
    super(`The file of scenes ${file} cannot be used:`, faults);
    this.name = 'SceneFileError';
  }
}

const check = createShapeCheck<{ readonly createScene: NewScene }>({ ...shape, isSecret: () => false });

/**
 * Reads a file of scenes: a YAML list of what `POST /control/scenes` takes.
 * @throws {SceneFileError} with every fault: line, pointer, what was expected, what was found.
 */
export function readScenes(file: string): readonly NewScene[] {
  const yaml = readYaml(file);
  if ('faults' in yaml) throw new SceneFileError(file, yaml.faults);
  const { value } = yaml;
  const scenes: readonly unknown[] = Array.isArray(value) ? value : [];
  const faults = Array.isArray(value)
    ? scenes.flatMap((scene, at) =>
        faultsOf(scene).map((one) => ({ ...one, pointer: `/${at}${one.pointer}` })),
      )
    : [{ pointer: '', message: 'expected a list of scenes' }];
  if (faults.length > 0) throw new SceneFileError(file, faults.map(yaml.locate));
  return scenes as readonly NewScene[];
}

function faultsOf(scene: unknown): readonly { readonly pointer: string; readonly message: string }[] {
  const judged = check({ createScene: scene });
  if ('faults' in judged)
    return judged.faults.map(({ pointer, message }) => ({
      pointer: pointer.slice('/createScene'.length),
      message,
    }));
  try {
    refuseSenseless(judged.value.createScene);
    return [];
  } catch (error) {
    if (!(error instanceof ControlRefusal)) throw error;
    return (error.problem.errors ?? []).map(({ pointer, detail }) => ({ pointer, message: detail }));
  }
}
