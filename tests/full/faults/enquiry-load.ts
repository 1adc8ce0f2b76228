import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { JSON_TYPE, MULTIPART, multipart, send } from '#tests/faults/faults.ts';
import { buildMessageInput, buildOrderInput } from '#tests/support/leads.ts';

type SentFile = {
  name: string;
  sha256: string;
  bytes: Buffer | null;
  path: string | null;
};

export type SentEnquiry = {
  key: string;
  files: SentFile[];
  isMessage: boolean;
  /** What the response named: the id of the message, the reference of the order. */
  receipt: string | null;
};

export type EnquiryLoad = ReturnType<typeof startEnquiryLoad>;

export type LoadOptions = {
  port: number;
  senders: number;
  readers?: number;
  host?: string;
  /** Share of orders with one to three files, between 0 and 1. */
  orders?: number;
  maxFileBytes?: number;
  pauseMs?: number;
};

const PATIENCE_MS = 90_000;
const MIN_FILE_BYTES = 1_000;

function makeEnquiry(orders: number, maxFileBytes: number): SentEnquiry {
  const isMessage = Math.random() >= orders;
  const files = Array.from({ length: isMessage ? 0 : randomInt(3) + 1 }, (_, index) => {
    const content = randomBytes(randomInt(MIN_FILE_BYTES, maxFileBytes));
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), content, Buffer.from('\n%%EOF\n')]);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { name: `plan ${index}.pdf`, sha256, bytes, path: null };
  });
  return { key: randomUUID(), files, isMessage, receipt: null };
}

/**
 * Visitors who send one enquiry after the other, each with its key again and again until it is acknowledged, as the form does; others read the home
 * page.
 */
export function startEnquiryLoad({
  port,
  senders,
  readers = 0,
  host = 'localhost',
  orders = 0.75,
  maxFileBytes = 300_000,
  pauseMs = 0,
}: LoadOptions) {
  const enquiries: SentEnquiry[] = [];
  /** When each key was acknowledged, by `performance.now()`. */
  const acknowledged = new Map<string, number>();
  /** Tries that got no 201, by their status; 0 is a connection without a response. */
  const failures = new Map<number, number>();
  const pages = { count: 0, failures: 0 };
  const stopping = new AbortController();
  const tried = new Map<string, number>();
  let slowestMs = 0;
  let giveUpAt = Infinity;
  let onAcknowledged = Promise.withResolvers<void>();

  /** Sends a request until it gets 201; returns the named part of the body, or null when it was not valid. */
  async function sendUntilCreated(
    { path, type, body }: { path: string; type: readonly [string, string]; body: string | Buffer },
    key: string,
    name: string,
  ): Promise<string | null> {
    while (performance.now() < giveUpAt) {
      const headers = [['host', host], type, ['idempotency-key', key]] as const;
      const sentAt = performance.now();
      tried.set(key, sentAt);
      const response = await send(port, { path, headers, body }).catch(() => null);
      slowestMs = Math.max(slowestMs, performance.now() - sentAt);
      const status = response?.status ?? 0;
      const value = status === 201 ? readValue(response?.body ?? '', name) : undefined;
      if (value !== undefined) return value;
      failures.set(status, (failures.get(status) ?? 0) + 1);
      if (status === 400) return null;
      await pause(50);
    }
    throw new Error(`${path} with the key ${key} has no answer: ${JSON.stringify([...failures])}`);
  }

  function sendJson(path: string, value: object, key: string, name: string) {
    return sendUntilCreated({ path, type: JSON_TYPE, body: JSON.stringify(value) }, key, name);
  }

  async function sendFile(file: SentFile, key: string): Promise<void> {
    const body = multipart([{ name: 'file', fileName: file.name, value: file.bytes ?? '' }]);
    const request = { path: '/api/order-attachments', type: MULTIPART, body };
    file.path = await sendUntilCreated(request, key, 'path');
  }

  async function sendEnquiry({ key, files, isMessage }: SentEnquiry): Promise<string | null> {
    const email = `${key}@visitor.example`;
    if (isMessage) {
      const message = buildMessageInput({ email, message: `A message with the number ${key}.` });
      return sendJson('/api/contact-messages', message, key, 'id');
    }
    for (const file of files) await sendFile(file, key);
    const fileUrls = files.map(({ path }) => path);
    const projectDescription = `An order that must be there once and with every file: ${key}`;
    const order = { ...buildOrderInput({ email, projectDescription }), fileUrls };
    return sendJson('/api/submit-order', order, key, 'reference');
  }

  async function keepSending(): Promise<void> {
    while (!stopping.signal.aborted) {
      const enquiry = makeEnquiry(orders, maxFileBytes);
      enquiries.push(enquiry);
      // A file that the server knows no more is sent again with its order.
      while (enquiry.receipt === null) enquiry.receipt = await sendEnquiry(enquiry);
      acknowledged.set(enquiry.key, performance.now());
      for (const file of enquiry.files) file.bytes = null;
      onAcknowledged.resolve();
      onAcknowledged = Promise.withResolvers();
      if (pauseMs > 0) await pause(pauseMs);
    }
  }

  async function keepReading(): Promise<void> {
    while (!stopping.signal.aborted) {
      const page = { method: 'GET', path: '/', headers: [['host', host]] } as const;
      const { status } = await send(port, page).catch(() => ({ status: 0 }));
      pages.count += 1;
      if (status !== 200) pages.failures += 1;
      await pause(20);
    }
  }

  const acknowledgedSince = (moment: number) =>
    [...acknowledged.values()].filter((at) => at > moment).length;
  const countFailures = () => [...failures.values()].reduce((sum, count) => sum + count, 0);
  async function untilMore(read: () => number, count: number): Promise<void> {
    const wanted = read() + count;
    await expect.poll(read, { timeout: 60_000 }).toBeGreaterThanOrEqual(wanted);
  }

  const all = Promise.all([
    ...Array.from({ length: senders }, keepSending),
    ...Array.from({ length: readers }, keepReading),
  ]);
  all.catch(() => undefined);
  return {
    enquiries,
    acknowledged,
    failures,
    slowestMs: () => slowestMs,
    pages,
    failuresExcept: (...expected: number[]) =>
      [...failures.keys()].filter((status) => !expected.includes(status)),
    acknowledgedSince,
    untilAcknowledged: (count: number) => untilMore(() => acknowledged.size, count),
    untilFailed: (count: number) => untilMore(countFailures, count),
    /** Waits for the first one to be acknowledged of what was sent after `brokenAt`; returns the milliseconds since `moment`. */
    async recovery(moment: number, brokenAt = moment): Promise<number> {
      for (;;) {
        const first = [...acknowledged].find(([key]) => (tried.get(key) ?? 0) > brokenAt);
        if (first !== undefined) return first[1] - moment;
        await Promise.race([onAcknowledged.promise, all]);
      }
    },
    /** Sends what is begun to its end; fails when something has no response for too long. */
    async stop(): Promise<void> {
      giveUpAt = performance.now() + PATIENCE_MS;
      stopping.abort();
      await all;
    },
  };
}

function readValue(body: string, name: string): string | undefined {
  try {
    return (JSON.parse(body) as Record<string, string>)[name];
  } catch {
    return undefined;
  }
}
