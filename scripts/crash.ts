import { pino } from 'pino';
import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDatabase } from '../server/db/client.ts';
import { startEmbeddedPostgres } from '../server/db/embedded-postgres/embedded-postgres.ts';
import { makeDataDir } from '../tests/support/data-dir.ts';
import { freePort } from '../tests/support/free-port.ts';
import { startSite } from '../tests/support/site-process.ts';
import { crashMails } from './crash/mails.ts';

type Submission = {
  key: string;
  name: string;
  files: { name: string; bytes: Buffer<ArrayBuffer> }[];
  isMessage: boolean;
  acknowledged: string | null;
};

const CLIENTS = 6;
/** Each step twice. */
const MIN_MAIL_ROUNDS = 10;
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '100' } } });
const rounds = Number(values.rounds);
const dataDir = await makeDataDir();
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const submissions: Submission[] = [];
const problems: string[] = [];

function makeSubmission(): Submission {
  const key = randomUUID();
  const isMessage = randomInt(4) === 0;
  const files = isMessage
    ? []
    : Array.from({ length: randomInt(3) + 1 }, (_, index) => ({
        name: `plan ${index}.pdf`,
        bytes: Buffer.concat([
          Buffer.from('%PDF-1.7\n'),
          randomBytes(randomInt(1_000, 300_000)),
          Buffer.from('\n%%EOF\n'),
        ]),
      }));
  return { key, name: `Visitor ${key}`, files, isMessage, acknowledged: null };
}

/** One visitor's submission from the first upload to the acknowledgement; throws when the server is gone. */
async function submit(submission: Submission): Promise<void> {
  const headers = { 'idempotency-key': submission.key };
  const json = { ...headers, 'content-type': 'application/json' };
  if (submission.isMessage) {
    const response = await fetch(`${url}/api/contact-messages`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({
        name: submission.name,
        email: 'visitor@example.com',
        message: `A message that must not be lost: ${submission.key}`,
      }),
    });
    const body = (await response.json()) as { id: string };
    if (response.status !== 201)
      throw new Error(`message: ${response.status} ${JSON.stringify(body)}`);
    submission.acknowledged = body.id;
    return;
  }
  const fileUrls: string[] = [];
  for (const { name, bytes } of submission.files) {
    const form = new FormData();
    form.append('file', new Blob([bytes], { type: 'application/pdf' }), name);
    const response = await fetch(`${url}/api/order-attachments`, {
      method: 'POST',
      headers,
      body: form,
    });
    const body = (await response.json()) as { path: string };
    if (response.status !== 201)
      throw new Error(`file: ${response.status} ${JSON.stringify(body)}`);
    fileUrls.push(body.path);
  }
  const response = await fetch(`${url}/api/submit-order`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({
      fullName: submission.name,
      email: 'visitor@example.com',
      serviceType: 'Business Dashboards',
      projectDescription: `An order that must be there once and with every file: ${submission.key}`,
      desiredFeatures: ['Advanced Analytics'],
      estimatedBudget: '5k-15k',
      targetTimeline: '60-days',
      requiredLanguages: ['English'],
      termsAccepted: true,
      fileUrls,
    }),
  });
  const body = (await response.json()) as { reference: string };
  if (response.status !== 201) throw new Error(`order: ${response.status} ${JSON.stringify(body)}`);
  submission.acknowledged = body.reference;
}

/** Submits again and again until the process is killed. */
async function keepSubmitting(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const submission = makeSubmission();
    submissions.push(submission);
    try {
      await submit(submission);
    } catch (error) {
      if (!isOver() && !(error instanceof TypeError)) problems.push(String(error));
    }
  }
}

async function main(): Promise<void> {
  for (let round = 1; round <= rounds; round += 1) {
    const site = await startSite({ port, dataDir, environment: { SAMPLE_CONTENT: 'off' } });
    let isOver = false;
    const clients = Array.from({ length: CLIENTS }, () => keepSubmitting(() => isOver));
    await new Promise((done) => setTimeout(done, randomInt(40, 700)));
    isOver = true;
    await site.end('SIGKILL');
    await Promise.all(clients);
    if (round % 10 === 0) console.log(`${round} of ${rounds} rounds`);
  }
  // Every visitor without a response tries again with the key of the form, as the form does.
  const site = await startSite({ port, dataDir, environment: { SAMPLE_CONTENT: 'off' } });
  const unanswered = submissions.filter(({ acknowledged }) => acknowledged === null);
  for (const submission of unanswered) {
    await submit(submission).catch((error: unknown) => problems.push(`again: ${String(error)}`));
  }
  await site.end('SIGKILL');
  await verify(unanswered.length);
}

async function verify(retried: number): Promise<void> {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    database: 'vitrin',
    log: pino({ level: 'silent' }),
  });
  const { db, destroy } = createDatabase({ connection: postgres.connection });
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'reference', 'fullName', 'fileUrls'])
    .execute();
  const messages = await db.selectFrom('contactMessages').select(['id', 'name']).execute();
  const attachments = await db
    .selectFrom('orderAttachments')
    .select(['orderId', 'path', 'sha256', 'status'])
    .execute();
  const mails = await db.selectFrom('outboxMails').select(['kind', 'payload']).execute();

  for (const { name, isMessage, acknowledged, files } of submissions) {
    if (acknowledged === null) {
      problems.push(`${name} has no answer`);
    } else if (isMessage) {
      const found = messages.filter((message) => message.name === name);
      if (found.length !== 1 || found[0]?.id !== acknowledged) {
        problems.push(`${name}: ${found.length} messages`);
      }
    } else {
      const found = orders.filter((order) => order.fullName === name);
      const [order] = found;
      if (!order || found.length !== 1 || order.reference !== acknowledged) {
        problems.push(`${name}: ${found.length} orders`);
        continue;
      }
      if (order.fileUrls.length !== files.length) problems.push(`${name}: files are missing`);
      for (const [index, path] of order.fileUrls.entries()) {
        const stored = await readFile(join(dataDir, 'files/private', path)).catch(() => null);
        if (!stored?.equals(files[index]?.bytes ?? Buffer.alloc(0))) {
          problems.push(`${name}: ${path} is not what was sent`);
        }
        const row = attachments.find((attachment) => attachment.path === path);
        if (row?.orderId !== order.id || row.status !== 'claimed') {
          problems.push(`${name}: ${path} is not claimed by its order`);
        }
      }
      const reported = mails.filter(({ payload }) => JSON.stringify(payload).includes(order.id));
      if (reported.length !== 2) problems.push(`${name}: ${reported.length} mails instead of 2`);
    }
  }
  for (const { path, status, sha256 } of attachments) {
    if (status === 'removing') continue;
    const bytes = await readFile(join(dataDir, 'files/private', path)).catch(() => null);
    const hash = bytes && createHash('sha256').update(bytes).digest();
    if (!hash?.equals(sha256)) problems.push(`${path}: the ${status} row has no such file`);
  }
  const rows = new Set(attachments.map(({ path }) => path));
  for (const name of await readdir(join(dataDir, 'files/private/order-attachments'))) {
    if (!rows.has(`order-attachments/${name}`)) problems.push(`${name} lies there without a row`);
  }
  await destroy();
  await postgres.stop();
  console.log(
    `${rounds} rounds of kill -9: ${orders.length} orders with ${attachments.filter(({ status }) => status === 'claimed').length} files and ${messages.length} messages, ${submissions.length - retried} answered at once, ${retried} after trying again`,
  );
}

try {
  await main();
  const mails = await crashMails(Math.max(MIN_MAIL_ROUNDS, Math.floor(rounds / 2)));
  problems.push(...mails.problems);
  console.log(mails.summary);
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
for (const problem of problems.slice(0, 20)) console.log(problem);
const isFine = problems.length === 0 && submissions.length > 0;
console.log(`${isFine ? rounds : 0} passed, ${isFine ? 0 : Math.max(1, problems.length)} failed`);
process.exit(isFine ? 0 : 1);
