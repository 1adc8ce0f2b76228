import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { describe, expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import { askForErasure, confirmRequest, replayErasures } from '#server/services/privacy/index.ts';
import { it } from '#tests/support/fixtures.ts';
import { asOwner, codeOfRequest, sendOrder } from '#tests/support/privacy/sent-enquiries.ts';
import { createSavedFilter } from './index.ts';

type Sent = Awaited<ReturnType<typeof sendOrder>>;

async function erase(ctx: ServiceContext, { token, conversationId }: Sent): Promise<void> {
  await askForErasure(ctx, token);
  await confirmRequest(ctx, await codeOfRequest(ctx, conversationId, 'erasure'));
}

async function save(owner: ServiceContext, filters: Record<string, string>): Promise<void> {
  for (const [name, query] of Object.entries(filters)) {
    await createSavedFilter(owner, { screen: 'orders', name, query });
  }
}

async function readNames({ db }: ServiceContext): Promise<string[]> {
  const rows = await db.selectFrom('savedFilters').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

it.beforeEach(({ db }) => db.deleteFrom('savedFilters').execute());

describe('a saved filter', () => {
  it('goes with the last enquiry of somebody who is in its search or its name', async ({ ctx }) => {
    const owner = await asOwner(ctx);
    const first = await sendOrder(ctx, `ozlem.${randomUUID()}@example.com`);
    const last = await sendOrder(ctx, first.email.toUpperCase());
    const search = (text: string) =>
      new URLSearchParams({ status: 'new', search: text }).toString();
    const stay = {
      '1 nobody': 'status=new',
      '2 part of an address': search(`x${first.email}`),
      '3 longer name': search('Özlem Öztürkoğlu'),
      '4 no text': 'search=%00&search=%E0%A4',
    };
    await save(owner, {
      ...stay,
      '5 address': search(first.email),
      '6 address in a text': search(`from <${first.email.toUpperCase()}>`),
      '7 name': 'search=ozlem%20%20OZTURK+invoice',
      '8 zero character': `search=%00${encodeURIComponent(first.email)}`,
      '9 all of Özlem Öztürk': 'status=new',
    });
    await save(await asOwner(ctx), { '5 of somebody else': search(first.email) });
    await erase(ctx, first);
    expect(await readNames(ctx)).toHaveLength(10);
    await erase(ctx, last);
    expect(await readNames(ctx)).toEqual(Object.keys(stay));
  });

  it('stays where it shares only a name of one word', async ({ ctx }) => {
    const sent = await sendOrder(ctx);
    await ctx.db.updateTable('orders').set({ fullName: 'New' }).where('id', '=', sent.id).execute();
    await save(await asOwner(ctx), { 'New orders': 'status=new', other: 'search=new' });
    await erase(ctx, sent);
    expect(await readNames(ctx)).toEqual(['New orders', 'other']);
  });

  it('is announced to open tabs only when it goes', async ({ ctx, database, onTestFinished }) => {
    const listener = new Client({ connectionString: database.url });
    await listener.connect();
    onTestFinished(() => listener.end());
    const announced: string[] = [];
    listener.on('notification', ({ payload = '' }) => announced.push(payload.split(':')[0] ?? ''));
    const [unsaved, saved] = [await sendOrder(ctx), await sendOrder(ctx)];
    await save(await asOwner(ctx), { one: `search=${saved.email}` });
    await listener.query('listen table_versions');
    for (const sent of [unsaved, saved]) {
      announced.length = 0;
      await erase(ctx, sent);
      await listener.query('select 1');
      expect(announced.includes('saved_filters')).toBe(sent === saved);
    }
  });

  it('goes again where a backup has brought it back with the enquiry', async ({ ctx }) => {
    const [gone, other] = [await sendOrder(ctx), await sendOrder(ctx)];
    await save(await asOwner(ctx), {
      gone: `search=${gone.email}`,
      other: `search=${other.email}`,
    });
    async function* lines() {
      yield {
        id: randomUUID(),
        erasedAt: new Date().toISOString(),
        kind: 'enquiry',
        by: 'visitor',
        adminUserId: null,
        conversationIds: [gone.conversationId],
        orderIds: [gone.id],
        messageIds: [],
        addressHash: null,
      } as const;
    }
    await replayErasures(ctx.db, lines(), ctx.trackKey);
    expect(await readNames(ctx)).toEqual(['other']);
  });
});
