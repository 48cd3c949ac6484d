import type { StageRule } from './stage-facts.ts';

/** `too-long-message` for a text above the limit of its channel, in code points (ADR-0023, ADR-0030). */
export const messageLength: StageRule = ({ content, lengthLimit }) =>
  lengthLimit !== undefined && [...content.text].length > lengthLimit ? 'too-long-message' : null;
