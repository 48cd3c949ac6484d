import { styleText } from 'node:util';

type Color = 'bold' | 'dim' | 'green' | 'red' | 'yellow' | 'cyan';

/** Gives text a colour, or leaves it as it is. */
export type Paint = (color: Color, text: string) => string;

export const plain: Paint = (_, text) => text;

/** For terminals that show colours. */
export const colorful: Paint = (color, text) => styleText(color, text, { validateStream: false });
