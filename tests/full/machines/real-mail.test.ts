import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { simpleParser } from 'mailparser';
import { beforeAll, afterAll, describe, expect, vi } from 'vitest';
import type { DB } from '#server/db/types.ts';
import {
  buildUniqueMessage,
  JSON_TYPE,
  postMessage,
  postJson,
  send,
} from '#tests/faults/faults.ts';
import { startTestPlace } from '#tests/faults/place.ts';
import { signInForTest } from '#tests/support/admin.ts';
import { readRow, updateRows } from '#tests/support/database/rows.ts';
import { it } from '#tests/support/fixtures.ts';
import { DOVECOT, startDovecot } from '#tests/support/mail/dovecot.ts';
import { readInboundEntries } from '#tests/support/mail/incoming-mails.ts';
import { POSTFIX, startPostfix } from '#tests/support/mail/postfix.ts';
import { recordFault } from '../faults/fault-table.ts';

const MAILS = 100;
const KILLS = 3;
const MAILBOX = 'hello@agency.test';
/** A reply waits ten seconds to be undone; a busy machine takes longer. */
const DELIVERY = { timeout: 90_000, interval: 200 };

const REPLY = 'We call you on Tuesday.';

function buildEmail(from: string, to: string, messageId: string, lines: string[]): string {
  const head = [
    `From: ${from}`,
    `To: ${to}`,
    `Message-ID: <${randomUUID()}@visitor.test>`,
    `In-Reply-To: ${messageId}`,
    'Subject: Re: your message',
    'MIME-Version: 1.0',
  ];
  return `${[...head, ...lines].join('\r\n')}\r\n`;
}

/** An HTML answer below which a gateway has put a text of its own. */
function buildGatewayEmail(from: string, to: string, messageId: string): string {
  return buildEmail(from, to, messageId, [
    'Content-Type: multipart/mixed; boundary=e',
    '',
    '--e',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>Tuesday suits us, and we accept the offer.</p>',
    '--e',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'This e-mail was checked by the gateway.',
    '--e--',
  ]);
}

/** An answer whose sender a group has rewritten. */
function buildGroupEmail(visitor: string, messageId: string): string {
  const from = `'Ayse Kaya' via Hello <${MAILBOX}>`;
  return buildEmail(from, 'group@agency.test', messageId, [
    `Reply-To: ${visitor}`,
    `X-Original-Sender: ${visitor}`,
    'Precedence: list',
    'List-ID: <group.agency.test>',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Please ring the second number.',
  ]);
}

type Servers = {
  dovecot: Awaited<ReturnType<typeof startDovecot>>;
  postfix: Awaited<ReturnType<typeof startPostfix>>;
};

async function submitMessage(port: number, email: string): Promise<{ id: string }> {
  const { status, body } = await postMessage(port, buildUniqueMessage(email));
  expect(status, body).toBe(201);
  return JSON.parse(body) as { id: string };
}

describe.skipIf(!POSTFIX || !DOVECOT)(
  'with Debian’s postfix and dovecot',
  { timeout: 300_000 },
  () => {
    let servers: Servers;

    beforeAll(async () => {
      const dovecot = await startDovecot();
      servers = { dovecot, postfix: await startPostfix(dovecot.mail) };
    });
    afterAll(async () => {
      await servers.postfix.stop();
      await servers.dovecot.stop();
    });

    function start(databaseUrl: string) {
      const { dovecot, postfix } = servers;
      return startTestPlace({
        DATABASE_URL: databaseUrl,
        SMTP_URL: postfix.url,
        IMAP_URL: dovecot.url,
        MAIL_FROM: MAILBOX,
        NOTIFY_EMAIL: 'team@visitor.test',
      });
    }

    /** Waits for the mail of which `isWanted` is true for recipient and source. */
    async function receive(to: string, isWanted: (source: string) => boolean) {
      const isFound = (source: string) =>
        source.includes(`X-Original-To: ${to}`) && isWanted(source);
      const find = async () => (await servers.postfix.readVisitorMails()).find(isFound);
      return simpleParser((await vi.waitUntil(find, DELIVERY)) ?? '');
    }

    /** Sends the first reply of the agency and returns the mail that reaches the visitor. */
    async function reply(
      port: number,
      db: Kysely<DB>,
      { id, visitor }: Record<'id' | 'visitor', string>,
    ) {
      const { token } = await signInForTest(db);
      const session = ['x-admin-session', token] as const;
      const path = `/api/admin/messages/${id}`;
      const read = { method: 'GET', path: `${path}/conversation`, headers: [session, JSON_TYPE] };
      const { last_word_at } = JSON.parse((await send(port, read)).body);
      const body = { body: REPLY, last_word_at };
      const replied = await postJson(port, `${path}/replies`, body, randomUUID(), [session]);
      expect(replied.status, replied.body).toBe(201);
      return receive(visitor, (source) => source.includes(REPLY));
    }

    it('carries receipt, reply, answers and a bounce', async ({ database, db }) => {
      const { port } = await start(database.url);
      const visitor = 'ayse@visitor.test';
      const { id } = await submitMessage(port, visitor);
      await receive(visitor, (source) => source.includes('Auto-Submitted'));
      const { replyTo, messageId = '' } = await reply(port, db, { id, visitor });
      const replyAddress = replyTo?.value[0]?.address ?? '';
      expect(replyAddress).toMatch(/^hello\+c\..*@agency\.test$/);

      const emails = {
        [replyAddress]: buildGatewayEmail(visitor, replyAddress, messageId),
        'group@agency.test': buildGroupEmail(visitor, messageId),
      };
      for (const [to, raw] of Object.entries(emails)) {
        await servers.postfix.send({ from: visitor, to }, raw);
      }
      const { id: conversationId } = await readRow(db, 'conversations', ['id'], { messageId: id });
      const readWords = async () =>
        (await readInboundEntries(db, conversationId)).map(({ body }) => body ?? '').join('\n');
      await expect
        .poll(readWords, DELIVERY)
        .toContain('Tuesday suits us, and we accept the offer.');
      await expect.poll(readWords, DELIVERY).toContain('Please ring the second number.');

      const { id: bounced } = await submitMessage(port, 'gone@visitor.test');
      const readReceipt = () =>
        db
          .selectFrom('outboxMails')
          .innerJoin('conversations', 'conversations.id', 'outboxMails.conversationId')
          .select('status')
          .where('conversations.messageId', '=', bounced)
          .where('recipient', '=', 'gone@visitor.test')
          .execute();
      await expect.poll(readReceipt, DELIVERY).toEqual([{ status: 'bounced' }]);
    });

    it('delivers each of 100 receipts although the process is killed', async ({ database, db }) => {
      const place = await start(database.url);
      const addresses = Array.from(
        { length: MAILS },
        (_, index) => `visitor-${index}@visitor.test`,
      );
      const countSent = async () => {
        const sent = await db
          .selectFrom('outboxMails')
          .select('id')
          .where('status', '=', 'sent')
          .where('recipient', 'in', addresses)
          .execute();
        return sent.length;
      };
      const share = MAILS / (KILLS + 1);
      for (let round = 0; round <= KILLS; round += 1) {
        for (const email of addresses.slice(round * share, (round + 1) * share)) {
          await submitMessage(place.port, email);
        }
        if (round === KILLS) break;
        await place.process.end('SIGKILL');
        // As when the leases of the killed process have run out.
        await updateRows(db, 'outboxMails', {}, { lockedUntil: null });
        await place.start();
      }
      await expect.poll(countSent, { timeout: 280_000, interval: 500 }).toBe(MAILS);
      const ids = new Map<string, Set<string>>();
      for (const source of await servers.postfix.readVisitorMails()) {
        const { messageId = '' } = await simpleParser(source);
        const to = /^X-Original-To: (.*)$/mu.exec(source)?.[1]?.trim() ?? '';
        if (addresses.includes(to)) ids.set(to, (ids.get(to) ?? new Set()).add(messageId));
      }
      await recordFault({
        fault: 'kill -9 while postfix accepts receipts',
        rounds: KILLS,
        acknowledged: MAILS,
        found: ids.size,
        doubled: [...ids.values()].filter(({ size }) => size > 1).length,
        halfDone: 0,
        recoveryMs: [],
      });
    });
  },
);
