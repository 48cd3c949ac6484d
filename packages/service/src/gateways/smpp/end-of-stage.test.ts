import { describe, expect, test } from 'vitest';
import { attempt, useSmsc } from '../../testing/smpp/use-smsc.ts';
import { heldLease } from '../../testing/values.ts';
import type { SendLease } from '../gateway.ts';

const rig = useSmsc();

describe('the end of a stage', () => {
  const lastsFor = (leftMs: () => number | null): SendLease => ({ ...heldLease, leftMs });
  const periods = () => rig.smsc.submitted.slice(1).map(({ validityPeriod }) => validityPeriod);

  test('is the validity_period: what is left when the text is written, not when its wait began', async () => {
    const gateway = await rig.bound({ settings: { window: 1 } });
    const first = gateway.send(attempt('10'), heldLease);
    await rig.smsc.got('submit', 2);
    let left = 93_784_999;
    const waiting = gateway.send(
      attempt('13'),
      lastsFor(() => left),
    );
    left = 5_999;
    rig.smsc.tell('release');
    await Promise.all([first, waiting]);
    expect(periods()).toEqual(['', '000000000005000R']);
  });

  test('is nearer for each further part of a long text', async () => {
    const gateway = await rig.bound({ settings: { longTexts: 'parts' } });
    let left = 93_785_000;
    const lease = lastsFor(() => {
      left -= 1_000;
      return left;
    });
    await gateway.send(attempt('13', { content: { text: 'x'.repeat(400) } }), lease);
    expect(periods()).toEqual(['000001020304000R', '000001020303000R', '000001020302000R']);
  });

  test('may be a time in UTC', async () => {
    const gateway = await rig.bound({ settings: { validity: 'absolute' } });
    const begin = Date.now();
    await gateway.send(
      attempt('13'),
      lastsFor(() => 60_000),
    );
    const [period = ''] = periods();
    expect(period).toMatch(/^[0-9]{13}00\+$/);
    const end = Date.parse(period.replace(/^(..)(..)(..)(..)(..)(..)(.).*$/, '20$1-$2-$3T$4:$5:$6.$7Z'));
    expect(end).toBeGreaterThanOrEqual(begin + 59_900);
    expect(end).toBeLessThanOrEqual(Date.now() + 60_000);
  });

  test('is not told to an SMSC that must not know it', async () => {
    const gateway = await rig.bound({ settings: { validity: 'none' } });
    await gateway.send(
      attempt('13'),
      lastsFor(() => 60_000),
    );
    expect(periods()).toEqual(['']);
  });

  test('within a second leaves the text unsent, which says nothing against the gateway', async () => {
    const gateway = await rig.bound();
    const late = Array.from({ length: 10 }, () =>
      gateway.send(
        attempt('13'),
        lastsFor(() => 999),
      ),
    );
    for (const one of late) await expect(one).rejects.toThrow('ends in less than a second');
    expect(gateway.lane.view().state).toBe('open');
    expect(rig.smsc.submitted).toHaveLength(1);
  });

  test('that the SMSC refuses is logged once, with the setting', async () => {
    const gateway = await rig.bound();
    const lease = lastsFor(() => 60_000);
    for (let n = 0; n < 2; n += 1)
      await expect(gateway.send(attempt('68'), lease)).rejects.toThrow('(see the setting validity)');
    const message = 'the SMSC refuses the validity_period: set validity to absolute or none';
    const said = rig.log.warn.mock.calls.filter(([, text]) => text === message);
    expect(said).toEqual([[{ gateway: 'SMS', validity: 'relative' }, message]]);
  });
});
