// Also a program: a mail server that accepts every mail, and sends its port to its parent.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import nodemailer from 'nodemailer';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { readConfig } from '../../server/core/config.ts';
import { createDatabase } from '../../server/db/client.ts';
import { migrateToLatest } from '../../server/db/migrate.ts';
import { startCourier } from '../../server/jobs/courier.ts';
import { LIMITS } from '../../server/core/limits.ts';
import { createMailer, type DrawMail } from '../../server/mail/mailer.ts';
import type { OutgoingMail } from '../../server/mail/mail.ts';
import { createStorage } from '../../server/storage/create-storage.ts';
import {
  type Bench,
  type Measurement,
  type Result,
  summarize,
  takeTurns,
  waitUntil,
} from '../lib/measurement.ts';

const BUILT_MAILS = new URL('../../build/server/mails.js', import.meta.url).href;
const POLL_MS = 5;
const DOMAIN = 'bench.example';

async function startSink(bench: Bench): Promise<string> {
  const sink = fork(import.meta.filename);
  bench.onEnd(() => Promise.resolve(sink.kill('SIGKILL')));
  const [port] = (await once(sink, 'message')) as [number];
  return `smtp://127.0.0.1:${port}`;
}

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

async function timeLoop(
  smtpUrl: string,
  mail: OutgoingMail | undefined,
  count: number,
): Promise<number> {
  if (!mail) throw new Error('the courier sent no mail');
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

  const mailer = await createMailer(config, drawMail);
  let last: OutgoingMail | undefined;
  const recording: typeof mailer = {
    ...mailer,
    send(mail, signal) {
      last = mail;
      return mailer.send(mail, signal);
    },
  };

  async function timeCourier(): Promise<number> {
    await FILL(count).execute(db);
    const started = performance.now();
    const courier = startCourier({ db, mailer: recording, storage, ...keys, log });
    const pending = sql`select from outbox_mails where status = 'pending' limit 1`;
    const isOver = async () => (await pending.execute(db)).rows.length === 0;
    await waitUntil('the outbox was not emptied', isOver, { ms: 60_000, everyMs: POLL_MS });
    const rate = (count * 1_000) / (performance.now() - started);
    await courier.stop();
    return rate;
  }

  // The first thousand of each compile its code.
  await timeCourier();
  const loop = () => timeLoop(smtpUrl, last, count);
  await loop();
  const turns = await takeTurns(bench.settings.databaseRounds, timeCourier, loop);
  const { rows } = await sql<{ unsent: number }>`
    select count(*) as unsent from outbox_mails where status <> 'sent'
  `.execute(db);
  if (rows[0]?.unsent !== 0) throw new Error(`${rows[0]?.unsent} mails were not sent`);
  const note =
    'reference: nodemailer, pooled, one mail after the other, with the same text and HTML';
  return [summarize(turns, (rate) => rate, note)];
}

export const MAIL_ROWS: readonly Measurement[] = [
  {
    name: 'mails',
    plans: [{ label: 'deliveries of the outbox', unit: '/s', isRatio: true, must: 0.5 }],
    run: measureDelivery,
  },
];

if (import.meta.main) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, _session, done) {
      stream.resume();
      stream.on('end', () => done());
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1', () => {
    process.send?.((server.server.address() as AddressInfo).port);
  });
}
