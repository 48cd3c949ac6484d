import { hash } from 'node:crypto';
import { contentOf, duplicateKey, readContent, type StageFacts } from '@cascade/transition';
import { limits } from '@cascade/types';
import { createForgetting, type KeptMessage, type KeptStage } from '@cascade/validator/memory-provider';
import type { DeclaredAccount } from '../provider/provider.ts';

/** What an account knows of earlier messages that its rules ask for. */
export interface RuleFacts {
  /** Whether a message repeats an accepted one (ADR-0026); from now on it is known itself. */
  isRepeated(message: KeptMessage): boolean;
  /** The facts about a stage that is due. */
  of(message: KeptMessage, stage: KeptStage, isRepeated: boolean, now: Date): StageFacts;
  /** A stage with a template starts on chattwo (ADR-0030). */
  countTemplate(now: Date): void;
  /** A message with a template was delivered on chattwo (ADR-0047). */
  openDialogue(address: string, at: Date): void;
}

const windowInMilliseconds = limits['duplicate-window'].value * 60_000;
const dialogueInMilliseconds = limits['dialogue-session'].value * 3_600_000;

/** Of messages, and of dialogues, so that memory is bounded. */
const mostKept = 10_000;

/** Keeps what the rules of an account ask for. */
export function createRuleFacts({ senders, templates = [], settings }: DeclaredAccount): RuleFacts {
  /** When the last message with this key was accepted that repeated none. */
  const accepted = createTimes();
  /** Until when a dialogue is open, by address. */
  const dialogues = createTimes();
  const perDay = settings?.limits?.templateMessagesPerDay;
  const today = { day: '', sent: 0 };
  const sentOn = (now: Date) => (today.day === dayOf(now) ? today.sent : 0);
  const templatesOf = Map.groupBy(templates, ({ channel }) => channel);
  const isActivated = (channel: string, name: string) =>
    senders === undefined ||
    name === '' ||
    senders.some((one) => one.channel === channel && one.subject === name && one.activated !== false);
  return {
    isRepeated({ request, acceptedAt }) {
      const key = shortened(duplicateKey(request.subscriberFilter.address, request.content));
      const at = acceptedAt.getTime();
      if (at - (accepted.get(key) ?? Number.NEGATIVE_INFINITY) < windowInMilliseconds) return true;
      accepted.remember(key, at);
      return false;
    },
    of({ request: { subscriberFilter, content } }, { channel, subject }, duplicate, now) {
      const { address, type } = subscriberFilter;
      return {
        channel,
        hasGateway: true,
        address,
        addressType: type,
        duplicate,
        content: readContent(contentOf(Object(content), channel)),
        senderActivated: isActivated(channel, subject.subject),
        hasOptedOut: false,
        lengthLimit: undefined,
        templates: templatesOf.get(channel) ?? [],
        dialogueOpen: (dialogues.get(address) ?? 0) > now.getTime(),
        templateMessagesLeft: perDay === undefined ? Number.POSITIVE_INFINITY : perDay - sentOn(now),
      };
    },
    countTemplate(now) {
      today.sent = sentOn(now) + 1;
      today.day = dayOf(now);
    },
    openDialogue(address, at) {
      const until = at.getTime() + dialogueInMilliseconds;
      dialogues.remember(address, Math.max(until, dialogues.get(address) ?? 0));
    },
  };
}

/** A long key takes no more memory than a short one. */
function shortened(key: string): string {
  return key.length <= longestKey ? key : hash('sha256', key, 'base64url');
}

const longestKey = 256;

function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** A map of times by key; what is remembered again is the newest. */
function createTimes() {
  const kept = new Map<string, number>();
  const forget = createForgetting(kept, mostKept);
  return {
    get: (key: string) => kept.get(key),
    remember(key: string, time: number): void {
      kept.delete(key);
      kept.set(key, time);
      forget();
    },
  };
}
