import { matchTemplate } from './match-template.ts';
import type { StageFacts, StageRule } from './stage-facts.ts';

/**
 * The two reasons for a message that matches no template (§7.4). On chattwo: `session-not-started` outside a
 * dialogue. Inside a dialogue free text is accepted, but the marketing-messages route always needs a
 * template: `no-template-match`. Other channels have no dialogues: `no-template-match`. Without templates the
 * rule is off.
 */
export const templateMatch: StageRule = (facts) => {
  if (facts.templates.length === 0 || templateOf(facts) !== null) return null;
  if (facts.channel !== 'CHATTWO') return 'no-template-match';
  if (!facts.dialogueOpen) return 'session-not-started';
  return facts.content.marketing ? 'no-template-match' : null;
};

/** The name of the template that the message matches. */
export function templateOf({ templates, content }: StageFacts): string | null {
  return matchTemplate(templates, content.text)?.name ?? null;
}
