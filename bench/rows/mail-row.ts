import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import nodemailer from 'nodemailer';
import { pino } from 'pino';
import { readConfig } from '../../server/core/config.ts';
import { createDatabase } from '../../server/db/client.ts';
import { migrateToLatest } from '../../server/db/migrate.ts';
import { startCourier } from '../../server/jobs/courier.ts';
import { LIMITS } from '../../server/core/limits.ts';
import { createMailer, type DrawMail, type Mailer } from '../../server/mail/mailer.ts';
import type { OutgoingMail } from '../../server/mail/mail.ts';
import { composeMail } from '../../server/services/mails/index.ts';
import { createStorage } from '../../server/storage/create-storage.ts';
import { sql } from 'kysely';
import { type Bench, type Measurement, type Result, takeTurns } from '../lib/measurement.ts';
import { median } from '../lib/statistics.ts';

const BUILT_MAILS = new URL('../../build/server/mails.js', import.meta.url).href;
const POLL_MS = 5;
const DOMAIN = 'bench.example';

async function startSink(bench: Bench): Promise<string> {
  const sink = fork(join(import.meta.dirname, 'mail-sink.ts'));
  bench.onEnd(() => Promise.resolve(sink.kill('SIGKILL')));
  const [port] = (await once(sink, 'message')) as [number];
  return `smtp://127.0.0.1:${port}`;
}

/** Mails of one message each, as a busy hour leaves them. */
const FILL = (count: number) => sql`
  with message as (
    insert into contact_messages (id, name, email, message)
    select gen_random_uuid(), 'Visitor ' || n, 'visitor' || n || '@example.com',
      'Our invoices are typed twice, once in the warehouse and once in the office. Could one program do both?'
    from generate_series(1, ${count}::int) as n
    returning id, email
  )
  insert into outbox_mails (id, kind, recipient, payload)
  select gen_random_uuid(), 'messages.confirmation', email, jsonb_build_object('messageId', id)
  from message
`;

async function timeLoop(smtpUrl: string, mail: OutgoingMail, count: number): Promise<number> {
  const { from, to, subject, text, html } = mail;
  const { hostname: host, port } = new URL(smtpUrl);
  const transport = nodemailer.createTransport({ host, port: Number(port), pool: true });
  const started = performance.now();
  for (let sent = 0; sent < count; sent += 1) {
    await transport.sendMail({ from, to: [...to], subject, text, html });
  }
  const rate = (count * 1_000) / (performance.now() - started);
  transport.close();
  return rate;
}

async function measureDelivery(bench: Bench): Promise<Result[]> {
  const count = bench.settings.isQuick ? 300 : 2_000;
  const smtpUrl = await startSink(bench);
  // Builds what draws the mails, where nobody has.
  await bench.site();
  const connection = await bench.postgres.create('bench_mails');
  const { db, destroy } = createDatabase({ connection, poolSize: LIMITS.jobsPool });
  bench.onEnd(destroy);
  await migrateToLatest(db);
  const result = readConfig({
    SMTP_URL: smtpUrl,
    MAIL_FROM: `hello@${DOMAIN}`,
    DATA_DIR: bench.dataDir,
  });
  if ('problems' in result) throw new Error(result.problems.join('\n'));
  const { config } = result;
  const storage = await createStorage(config);
  const keys = { totpKey: Buffer.alloc(32, 1), trackKey: Buffer.alloc(32, 2) };
  const { drawMail } = (await import(BUILT_MAILS)) as { drawMail: DrawMail };
  const log = pino({ level: 'silent' });

  async function timeCourier(): Promise<number> {
    await FILL(count).execute(db);
    const mailer = await createMailer(config, drawMail);
    const started = performance.now();
    const courier = startCourier({ db, mailer, storage, ...keys, log });
    for (let isOver = false; !isOver; await pause(POLL_MS)) {
      const { rows } = await sql`select from outbox_mails where status = 'pending' limit 1`.execute(
        db,
      );
      isOver = rows.length === 0;
    }
    const rate = (count * 1_000) / (performance.now() - started);
    await courier.stop();
    return rate;
  }

  async function composeOne(mailer: Mailer): Promise<OutgoingMail> {
    await FILL(1).execute(db);
    const mail = await db.selectFrom('outboxMails').selectAll().executeTakeFirstOrThrow();
    const { signal } = new AbortController();
    const now = () => new Date();
    return composeMail({ db, now, storage, ...keys, signal }, mailer, {
      ...mail,
      messageId: `<bench@${DOMAIN}>`,
      since: mail.createdAt,
    });
  }

  const mail = await composeOne(await createMailer(config, drawMail));
  // The first thousand of each compile its code.
  await timeCourier();
  await timeLoop(smtpUrl, mail, count);
  const turns = await takeTurns(bench.settings.databaseRounds, timeCourier, () =>
    timeLoop(smtpUrl, mail, count),
  );
  const { rows } = await sql<{ unsent: number }>`
    select count(*) as unsent from outbox_mails where status <> 'sent'
  `.execute(db);
  if (rows[0]?.unsent !== 0) throw new Error(`${rows[0]?.unsent} mails were not sent`);
  return [
    {
      measurement: median(turns.map(({ subject }) => subject)),
      reference: median(turns.map(({ reference }) => reference)),
      ratio: median(turns.map(({ subject, reference }) => subject / reference)),
      note: 'reference: nodemailer, pooled, one mail after the other, with the same text and HTML',
    },
  ];
}

export const MAIL_ROWS: readonly Measurement[] = [
  {
    name: 'mails',
    plans: [
      {
        label: 'deliveries of the outbox',
        unit: '/s',
        judged: 'ratio',
        better: 'higher',
        must: 0.5,
        aim: null,
      },
    ],
    run: measureDelivery,
  },
];
