import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDocuments, type Documents } from '#server/documents/documents.ts';
import { LIMITS } from '#server/core/limits.ts';
import { createTestLog } from '#tests/support/log.ts';

let documents: Documents;
beforeAll(() => {
  documents = createDocuments({ log: createTestLog() });
});
afterAll(() => documents.stop());

const NESTED = Array.from(
  { length: 50_000 },
  (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`,
).join('');

const HOSTILE = {
  'parts within each other': `${NESTED}Content-Type: text/plain\r\n\r\nhi`,
  'a million parts': `Content-Type: multipart/mixed; boundary=x\r\n\r\n${'--x\r\n\r\na\r\n'.repeat(1_000_000)}--x--`,
  'mails within each other': `${'Content-Type: message/rfc822\r\n\r\n'.repeat(100_000)}hi`,
  'four million headers': `${'X: y\r\n'.repeat(4_000_000)}\r\nhi`,
  'lines that take all memory': `From: a@b.example\r\n\r\n${'> a\r\n\r\n'.repeat(3_000_000)}`,
  // Without a process of its own this one ended ours.
  'a flowed text of one paragraph': `Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\n${'abc \r\n'.repeat(4_000_000)}`,
  'HTML of one depth': `Content-Type: text/html\r\n\r\n${'<div>'.repeat(190_000)}`,
};

it.each(Object.entries(HOSTILE))(
  'a mail that is made to cost is read or given up in time, and the next one is read: %s',
  async (_, mail) => {
    const started = performance.now();
    const outcome = await documents.readMail(Buffer.from(mail)).then(
      () => 'read',
      (error: { code?: string }) => error.code,
    );
    expect(['read', 'UNPROCESSABLE']).toContain(outcome);
    expect(performance.now() - started).toBeLessThan(LIMITS.documentTimeout + 2_000);
    const next = await documents.readMail(Buffer.from('From: a@b.example\r\n\r\nEvet.'));
    expect(next.text).toBe('Evet.');
  },
);
