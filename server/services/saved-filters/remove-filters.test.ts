import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import { exportErasures, replayErasures } from '#server/services/privacy/index.ts';
import { buildOrder } from '#tests/support/browser/admin-leads.ts';
import { insertRows, readRows, updateRows } from '#tests/support/database/rows.ts';
import { it } from '#tests/support/fixtures.ts';
import { asOwner, eraseByVisitor, sendOrder } from '#tests/support/privacy/sent-enquiries.ts';
import { createSavedFilter } from './index.ts';

async function save(owner: ServiceContext, filters: Record<string, string>): Promise<void> {
  for (const [name, query] of Object.entries(filters)) {
    await createSavedFilter(owner, { screen: 'orders', name, query });
  }
}

async function readNames({ db }: ServiceContext): Promise<string[]> {
  return (await readRows(db, 'savedFilters', ['name'], {}, 'name')).map(({ name }) => name);
}

it.beforeEach(({ db }) => db.deleteFrom('savedFilters').execute());

it('goes with the last enquiry of a person who is in its search or its name', async ({ ctx }) => {
  const owner = await asOwner(ctx);
  const first = await sendOrder(ctx, `ozlem.${randomUUID()}@example.com`);
  const last = await sendOrder(ctx, first.email.toUpperCase());
  const search = (text: string) => new URLSearchParams({ status: 'new', search: text }).toString();
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
  await eraseByVisitor(ctx, first);
  expect(await readNames(ctx)).toHaveLength(10);
  await eraseByVisitor(ctx, last);
  expect(await readNames(ctx)).toEqual(Object.keys(stay));
});

it('stays where it shares only a name of one word', async ({ ctx }) => {
  const sent = await sendOrder(ctx);
  await updateRows(ctx.db, 'orders', { id: sent.id }, { fullName: 'New' });
  await save(await asOwner(ctx), { 'New orders': 'status=new', other: 'search=new' });
  await eraseByVisitor(ctx, sent);
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
    await eraseByVisitor(ctx, sent);
    await listener.query('select 1');
    expect(announced.includes('saved_filters')).toBe(sent === saved);
  }
});

it('goes again where a backup has brought it back with the enquiry', async ({ ctx }) => {
  const [gone, other] = [await sendOrder(ctx), await sendOrder(ctx)];
  await eraseByVisitor(ctx, gone);
  const filters = { gone: `search=${gone.email}`, other: `search=${other.email}` };
  await save(await asOwner(ctx), filters);
  const { id, email, conversationId } = gone;
  const order = buildOrder(ctx.db, { id, email, fullName: 'Özlem Öztürk' });
  await insertRows(ctx.db, 'conversations', { id: conversationId, orderId: (await order).id });
  await replayErasures(ctx.db, exportErasures(ctx.db), ctx.trackKey);
  expect(await readNames(ctx)).toEqual(['other']);
});
