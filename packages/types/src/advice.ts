/** What people read about codes and reasons; a module of its own, so that programs need not carry it. */
export { problemAdvice, reasonAdvice } from './generated/advice.ts';
