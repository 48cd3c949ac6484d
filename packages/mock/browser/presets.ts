import type { NewBehaviour, NewScene } from '../src/generated/control.ts';

/** What the fields beside the buttons say; empty texts are left out. */
interface Fields {
  readonly account: string;
  readonly address: string;
  readonly times: string;
}

export interface BehaviourFields extends Fields {
  readonly operation: string;
  readonly seconds: string;
}

export interface SceneFields extends Fields {
  readonly channel: string;
  readonly seconds: string;
}

type Behave = (seconds: number) => NewBehaviour;

/** The buttons for the next requests. */
const behaviourPresets: Readonly<Record<string, Behave>> = {
  lose: () => ({ fault: 'accept-and-lose' }),
  torn: () => ({ fault: 'torn' }),
  drop: () => ({ fault: 'drop' }),
  busy: (seconds) => ({ answer: { status: 429, retryAfterSeconds: Math.round(seconds) } }),
  delay: (seconds) => ({ delaySeconds: seconds }),
  proxy: () => ({ fault: 'proxy-error' }),
};

type Channel = NonNullable<NonNullable<NewScene['stages']>[number]['channel']>;
type Play = (seconds: number, channel: Channel) => NewScene;

/** The buttons for the next messages. */
const scenePresets: Readonly<Record<string, Play>> = {
  late: (afterSeconds, channel) => ({
    stages: [{ channel, receipts: [{ status: 'DELIVERED', afterSeconds }] }],
  }),
  failed: (_, channel) => ({ stages: [{ channel, response: 'UNDELIVERED' }] }),
  doubled: () => ({ callbacks: [{ repeat: 1 }] }),
  dropped: () => ({ callbacks: [{ status: 'DELIVERED', drop: true }] }),
  reordered: () => ({ callbacks: [{ status: 'SENT', delaySeconds: 10 }] }),
};

/** The behaviour of a button; nothing if there is no such button. */
export function behaviourOf(preset: string, fields: BehaviourFields): NewBehaviour | undefined {
  const behave = behaviourPresets[preset];
  const { operation, seconds } = fields;
  return behave && { ...behave(Number(seconds)), ...reachOf(fields), ...(operation && { operation }) };
}

/** The scene of a button; nothing if there is no such button. */
export function sceneOf(preset: string, fields: SceneFields): NewScene | undefined {
  const play = scenePresets[preset];
  const { channel, seconds } = fields;
  return play && { ...play(Number(seconds), channel as Channel), ...reachOf(fields) };
}

function reachOf({ account, address, times }: Fields) {
  return {
    ...(account && { account }),
    ...(address && { address }),
    ...(times && { times: Number(times) }),
  };
}
