import { expect } from 'vitest';
import { erase } from '#server/services/privacy/index.ts';
import { removeExpiredUploads } from '#server/services/orders/index.ts';
import {
  buildOrderWithFile,
  makeEmptyPlace,
  makeTestFolder,
  readRows,
  restoreInto,
  takeBackup,
} from '#tests/support/backup/archives.ts';
import { it } from '#tests/support/fixtures.ts';
import { parseLedger, saveLedger } from './index.ts';
import { fileTarget } from './targets/file-target.ts';
import { readRow } from '#tests/support/database/rows.ts';

it('does not bring back what was erased after it, nor its file', async ({ ctx, database }) => {
  const [erased, stays] = [await buildOrderWithFile(ctx), await buildOrderWithFile(ctx)];
  const { bytes } = await takeBackup({ database, storage: ctx.storage });
  const file = await readRow(ctx.db, 'orderAttachments', ['orderId'], { path: erased });
  const orderId = file.orderId ?? '';
  const { email } = await readRow(ctx.db, 'orders', ['email'], { id: orderId });
  const conversation = await readRow(ctx.db, 'conversations', ['id'], { orderId });
  const enquiries = [{ conversationId: conversation.id, orderId, messageId: null }];
  await ctx.db.transaction().execute((tx) => erase(ctx, tx, { email, kind: 'enquiry', enquiries }));
  const target = fileTarget(`${await makeTestFolder()}/`);
  await saveLedger(ctx.db, target);
  const ledger = (await target.readLedger()) ?? '';
  expect(parseLedger(ledger)).toMatchObject([{ orderIds: [orderId], kind: 'enquiry' }]);
  expect(ledger).not.toContain(email);

  const place = await makeEmptyPlace();
  await restoreInto(place, bytes, { ledger });
  const { db } = place.database;
  const ids = (await db.selectFrom('orders').select('id').execute()).map(({ id }) => id);
  expect(ids).not.toContain(orderId);
  expect(ids).toHaveLength((await readRows(ctx.db, 'orders')).length);
  expect(await readRows(db, 'conversations')).toEqual(await readRows(ctx.db, 'conversations'));
  expect(await readRows(db, 'erasures')).toEqual(await readRows(ctx.db, 'erasures'));
  const { storage } = place.files;
  const later = () => new Date(Date.now() + 2 * 60 * 60 * 1_000);
  await removeExpiredUploads({ ...ctx, db, storage, now: later });
  expect([await storage.sizeOf(erased), await storage.sizeOf(stays)]).toEqual([null, 2_000]);

  // A place that knows nothing of it keeps the line beside the backups.
  const other = await makeEmptyPlace();
  await restoreInto(other, bytes);
  await saveLedger(other.database.db, target);
  expect(await target.readLedger()).toBe(ledger);
});

it('takes an id of another form, and says which line is damaged', async ({ ctx }) => {
  expect(parseLedger('')).toEqual([]);
  expect(() => parseLedger('{"id":"x"}\n')).toThrow('damaged in line 1');
  expect(() => parseLedger('{')).toThrow('damaged in line 1');
  const imported = '12345678-1234-0234-0234-123456789abc';
  const enquiries = [{ conversationId: imported, orderId: null, messageId: imported }];
  await ctx.db
    .transaction()
    .execute((tx) => erase(ctx, tx, { email: 'a@example.com', kind: 'enquiry', enquiries }));
  const target = fileTarget(`${await makeTestFolder()}/`);
  await saveLedger(ctx.db, target);
  const lines = parseLedger((await target.readLedger()) ?? '');
  expect(lines.flatMap(({ messageIds }) => messageIds)).toEqual([imported]);
});
