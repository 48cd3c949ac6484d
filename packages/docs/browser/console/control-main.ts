import { ControlPanel, type PageOfPanel } from './control.ts';

declare global {
  /** Takes over the panel, once its content is in the page. */
  var cascadeControl: ((page: PageOfPanel) => ControlPanel) | undefined;
}

globalThis.cascadeControl = (page) => new ControlPanel(page);
