import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import { v4 as uuid } from 'uuid';
import { expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import { createDatabase } from '#server/db/client.ts';
import { createMessage } from '#server/services/messages/index.ts';
import { createOrder } from '#server/services/orders/index.ts';
import { readRows } from '#tests/support/database/rows.ts';
import { it } from '#tests/support/fixtures.ts';
import { buildMessageInput, buildOrderInput, buildServiceContext } from '#tests/support/leads.ts';

const HANGS = 'hangs';
const LINGERS = 'lingers';

let ctx: ServiceContext;

/** What happens to the next statements that write leads: their result arrives, or is lost when they are done or while they are in flight. */
let losses: ('none' | 'done' | 'under way')[] = [];

function loseResults(client: PoolClient): void {
  const query = client.query.bind(client) as (config: { text: string }) => Promise<unknown>;
  async function lossyQuery(config: { text: string }) {
    const isLead = /insert into (orders|contact_messages)/.test(config.text);
    const loss = isLead ? losses.shift() : undefined;
    const result = query(config);
    if (loss === 'under way') result.catch(() => undefined);
    else await result;
    if (loss && loss !== 'none') throw new Error('Connection terminated unexpectedly');
    return result;
  }
  Object.assign(client, { query: lossyQuery });
}

it.beforeAll(async ({ database, files }) => {
  const lossy = createDatabase({ connection: database.url });
  lossy.pool.on('connect', loseResults);
  ctx = buildServiceContext(lossy.db, files.storage);
  await sql`
    create function linger() returns trigger language plpgsql as $$
    begin
      if new.email like ${sql.lit(`${HANGS}%`)} then perform pg_sleep(60); end if;
      if new.email like ${sql.lit(`${LINGERS}%`)} then perform pg_sleep(0.2); end if;
      return new;
    end
    $$;
    create trigger linger before insert on orders for each row execute function linger();
    create trigger linger before insert on contact_messages for each row execute function linger();
  `.execute(database.db);
  return () => lossy.destroy();
});

it.beforeEach(async ({ db }) => {
  losses = [];
  for (const table of ['outboxMails', 'orders', 'contactMessages'] as const) {
    await db.deleteFrom(table).execute();
  }
});

const sendMessage = (email: string, idempotencyKey: string | null = uuid()) =>
  createMessage(ctx, { input: buildMessageInput({ email }), idempotencyKey });

const KINDS = {
  orders: {
    table: 'orders',
    send: (email: string) =>
      createOrder(ctx, {
        input: buildOrderInput({ email }),
        filePaths: [],
        idempotencyKey: uuid(),
      }),
  },
  messages: { table: 'contactMessages', send: sendMessage },
  'messages without a key': {
    table: 'contactMessages',
    send: (email: string) => sendMessage(email, null),
  },
} as const;

async function readEmails(table: 'orders' | 'contactMessages'): Promise<string[]> {
  return (await readRows(ctx.db, table, ['email'])).map(({ email }) => email).toSorted();
}

async function countMails(): Promise<number> {
  return (await readRows(ctx.db, 'outboxMails', ['id'])).length;
}

const HONEST = Array.from({ length: 30 }, (_, index) => `honest-${index}@example.com`);

it.each(Object.entries(KINDS).slice(0, 2))(
  'lets no other lead fail or wait to the end when some of a batch of %s hang',
  async (_, { table, send }) => {
    const settled: string[] = [];
    const emails = HONEST.flatMap((email, index) =>
      index % 15 === 0 ? [email, `${HANGS}-${index}@example.com`] : [email],
    );
    const results = await Promise.allSettled(
      emails.map((email) => send(email).finally(() => settled.push(email))),
    );
    const failed = emails.filter((_email, index) => results[index]?.status === 'rejected');
    expect(failed).toEqual(emails.filter((email) => email.startsWith(HANGS)));
    expect(settled.slice(0, HONEST.length).toSorted()).toEqual(HONEST.toSorted());
    expect(await readEmails(table)).toEqual(HONEST.toSorted());
    expect(await countMails()).toBe(2 * HONEST.length);
  },
);

it.each(
  Object.entries(KINDS).flatMap(([name, kind]) =>
    (['done', 'under way'] as const).map((loss) => [name, loss, kind] as const),
  ),
)(
  'accepts each lead of a batch of %s once when its connection is lost and the statement is %s',
  async (name, loss, { table, send }) => {
    // The first is written alone, so slowly that the others are one batch; its result arrives.
    losses = ['none', loss];
    const alone = `${LINGERS}-first@example.com`;
    const first = send(alone);
    await expect.poll(() => losses.length).toBe(1);
    const emails = HONEST.map((email) => `${LINGERS}-${email}`).slice(0, name === 'orders' ? 5 : 3);
    const rest = emails.map((email) => send(email));
    await first;
    const results = await Promise.all(rest);
    expect(losses).toEqual([]);
    expect(results.map(({ isReplay }) => isReplay)).toEqual(emails.map(() => false));
    expect(await readEmails(table)).toEqual([alone, ...emails].toSorted());
    expect(await countMails()).toBe(2 * (emails.length + 1));
  },
);
