import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import { simpleParser } from 'mailparser';
import { beforeAll, afterAll, describe, expect, onTestFinished } from 'vitest';
import type { DB } from '#server/db/types.ts';
import { signInForTest } from '#tests/support/admin.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { it } from '#tests/support/fixtures.ts';
import { freePort } from '#tests/support/free-port.ts';
import { DOVECOT, startDovecot } from '#tests/support/mail/dovecot.ts';
import { readInboundEntries } from '#tests/support/mail/incoming-mails.ts';
import { POSTFIX, startPostfix } from '#tests/support/mail/postfix.ts';
import { startSite } from '#tests/support/site-process.ts';
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

async function submitMessage(url: string, email: string) {
  const response = await fetch(`${url}/api/contact-messages`, {
    method: 'POST',
    headers: { 'idempotency-key': randomUUID(), 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Ayşe Kaya',
      email,
      message: `Could you call me about ${email}?`,
    }),
  });
  expect(response.status).toBe(201);
  return (await response.json()) as { id: string };
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

    async function start(databaseUrl: string, dataDir: string, port: number) {
      const { dovecot, postfix } = servers;
      const environment = {
        DATABASE_URL: databaseUrl,
        SAMPLE_CONTENT: 'off',
        SMTP_URL: postfix.url,
        IMAP_URL: dovecot.url,
        MAIL_FROM: MAILBOX,
        NOTIFY_EMAIL: 'team@visitor.test',
      };
      const site = await startSite({ port, dataDir, environment });
      onTestFinished(async () => void (await site.end('SIGKILL')));
      return site;
    }

    async function makePlace() {
      const dataDir = await makeDataDir();
      onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
      return { dataDir, port: await freePort() };
    }

    /** Waits for the mail of which `isWanted` is true for recipient and source. */
    async function receive(to: string, isWanted: (source: string) => boolean) {
      let found: string | undefined;
      await expect
        .poll(async () => {
          const sources = await servers.postfix.readVisitorMails();
          found = sources.find(
            (source) => source.includes(`X-Original-To: ${to}`) && isWanted(source),
          );
          return found !== undefined;
        }, DELIVERY)
        .toBe(true);
      return simpleParser(found ?? '');
    }

    /** Sends the first reply of the agency and returns the mail that reaches the visitor. */
    async function reply(
      url: string,
      db: Kysely<DB>,
      { id, visitor }: Record<'id' | 'visitor', string>,
    ) {
      const { token } = await signInForTest(db);
      const headers = {
        'x-admin-session': token,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      };
      const path = `${url}/api/admin/messages/${id}`;
      const response = await fetch(`${path}/conversation`, { headers });
      const { last_word_at } = (await response.json()) as { last_word_at: string };
      const replied = await fetch(`${path}/replies`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ body: REPLY, last_word_at }),
      });
      expect(replied.status).toBe(201);
      return receive(visitor, (source) => source.includes(REPLY));
    }

    it('carries receipt, reply, answers and a bounce', async ({ database, db }) => {
      const { dataDir, port } = await makePlace();
      const { url } = await start(database.url, dataDir, port);
      const visitor = 'ayse@visitor.test';
      const { id } = await submitMessage(url, visitor);
      await receive(visitor, (source) => source.includes('Auto-Submitted'));
      const { replyTo, messageId = '' } = await reply(url, db, { id, visitor });
      const replyAddress = replyTo?.value[0]?.address ?? '';
      expect(replyAddress).toMatch(/^hello\+c\..*@agency\.test$/);

      const emails = {
        [replyAddress]: buildGatewayEmail(visitor, replyAddress, messageId),
        'group@agency.test': buildGroupEmail(visitor, messageId),
      };
      for (const [to, raw] of Object.entries(emails)) {
        await servers.postfix.send({ from: visitor, to }, raw);
      }
      const { id: conversationId } = await db
        .selectFrom('conversations')
        .select('id')
        .where('messageId', '=', id)
        .executeTakeFirstOrThrow();
      const readWords = async () =>
        (await readInboundEntries(db, conversationId)).map(({ body }) => body ?? '').join('\n');
      await expect
        .poll(readWords, DELIVERY)
        .toContain('Tuesday suits us, and we accept the offer.');
      await expect.poll(readWords, DELIVERY).toContain('Please ring the second number.');

      const { id: bounced } = await submitMessage(url, 'gone@visitor.test');
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
      const { dataDir, port } = await makePlace();
      let site = await start(database.url, dataDir, port);
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
          await submitMessage(site.url, email);
        }
        if (round === KILLS) break;
        await site.end('SIGKILL');
        // As when the leases of the killed process have run out.
        await db.updateTable('outboxMails').set({ lockedUntil: null }).execute();
        site = await start(database.url, dataDir, port);
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
