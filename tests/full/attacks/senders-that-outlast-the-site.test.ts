import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { openSocket } from '#tests/support/http/sockets.ts';
import {
  BOUNDARY,
  countLeads,
  buildHead,
  MULTIPART,
  startFaultSite,
} from '#tests/faults/faults.ts';

it('the end of the site does not wait for a sender that never comes to an end', async () => {
  const site = await startFaultSite();
  onTestFinished(() => site.stop());
  const headers = [
    MULTIPART,
    ['idempotency-key', randomUUID()],
    ['content-length', '5000'],
  ] as const;
  const begin = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="plan.pdf"\r\n\r\n%PDF-1.7\n`;
  const socket = await openSocket(site.port);
  socket.write(buildHead('/api/order-attachments', ...headers) + begin);
  const trickle = setInterval(() => socket.write(' '), 500);
  onTestFinished(() => clearInterval(trickle));
  await new Promise((done) => setTimeout(done, 200));
  const started = performance.now();
  expect(await site.process.end('SIGTERM')).toBe(0);
  expect(performance.now() - started).toBeLessThan(30_000);
  expect((await countLeads(site)).files).toBe(0);
});
