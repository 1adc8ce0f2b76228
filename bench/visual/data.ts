import type { Kysely } from 'kysely';
import type { DB } from '../../server/db/types.ts';
import {
  buildAdmin,
  ENDLESS_SESSION,
  signInForTest,
  type TestSession,
} from '../../tests/support/admin.ts';
import { buildMessage, buildOrder } from '../../tests/support/browser/admin-leads.ts';

/** What every picture's clock says. */
export const NOW = new Date('2026-11-24T09:00:00Z');

const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS);

const ORDERS = [
  ['Özlem Öztürk', 'Öztürk Lojistik', 'Shipment & Logistics Systems', 'new', 2],
  ['Murat Çetin', 'Çetin Makine', 'Business Dashboards', 'new', 20],
  ['Selin Kaya', null, 'Real Estate Applications', 'in-progress', 50],
  ['Gökçe Demir', 'Demir Hukuk', 'Invoicing & Finance Tools', 'in-progress', 120],
  ['Ali Yaman', 'Yaman Nakliyat', 'Mapping & Location Apps', 'completed', 400],
] as const;

const MESSAGES = [
  ['Deniz Arslan', 'Could we talk about an invoicing tool on Tuesday?', 3],
  ['Elif Şahin', 'We keep forty drivers on paper, and would like to stop.', 30],
  ['Kerem Aydın', 'Thank you for the call: the draft of the contract is on its way.', 90],
] as const;

/** Fills the desk with what is the same in every picture, and signs its reader in. */
export async function prepareDesk(db: Kysely<DB>): Promise<TestSession> {
  for (const [index, [fullName, company, serviceType, status, hours]] of ORDERS.entries()) {
    await buildOrder(db, {
      reference: `VT-10000${index}`,
      fullName,
      company,
      serviceType,
      status,
      email: 'customer@example.com',
      createdAt: hoursAgo(hours),
      updatedAt: hoursAgo(hours),
    });
  }
  for (const [name, message, hours] of MESSAGES) {
    await buildMessage(db, {
      name,
      message,
      email: 'sender@example.com',
      createdAt: hoursAgo(hours),
    });
  }
  return signInForTest(db, await buildAdmin(db, 'selin'), ENDLESS_SESSION);
}
