import { afterAll, beforeAll, expect } from 'vitest';
import { PROTECTION_MESSAGES } from '#shared/traffic-protection/messages.ts';
import { countLeads, type FaultSite, startFaultSite } from '#tests/faults/faults.ts';
import { buildOrderInput } from '#tests/support/leads.ts';

export const URL_ENCODED = ['content-type', 'application/x-www-form-urlencoded'] as const;
export const JSON_TYPE = ['content-type', 'application/json'] as const;

export const ORDER = buildOrderInput({ phone: '+90 312 555 01 23' });

/** The built site, which the tests of a file attack. */
export let site: FaultSite;

/** Starts the site for a file, and asserts at the end that it has logged no error. */
export function attackBuiltSite(): void {
  beforeAll(async () => {
    site = await startFaultSite();
  });
  afterAll(async () => {
    const output = site.process.output();
    await site.stop();
    const errors = output.split('\n').filter((line) => /"level":(?:50|60)/.test(line));
    // Addresses that an attack claims look like those from a proxy.
    expect(errors.filter((line) => !line.includes(PROTECTION_MESSAGES.unconfiguredProxy))).toEqual(
      [],
    );
  });
}

type Leads = Awaited<ReturnType<typeof countLeads>>;

/** Runs what adds so many rows and files, and asserts that it has added no others. */
export async function leaving<T>(added: Partial<Leads>, run: () => Promise<T>): Promise<T> {
  const before = await countLeads(site);
  const result = await run();
  const expected = Object.entries(before).map(([name, count]) => [
    name,
    count + (added[name as keyof Leads] ?? 0),
  ]);
  const counted = expect.poll(() => countLeads(site), { timeout: 2_000 });
  await counted.toEqual(Object.fromEntries(expected));
  return result;
}

/** Runs what must be rejected, and asserts that it left no row and no file. */
export function leavingNothing<T>(run: () => Promise<T>): Promise<T> {
  return leaving({}, run);
}
