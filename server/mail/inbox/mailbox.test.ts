import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readImapUrl } from '#server/core/imap-url.ts';
import { startImapServer } from '#tests/support/mail/imap-server.ts';
import { InboxError, openMailbox } from './mailbox.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

async function open() {
  const server = await startImapServer();
  onTestFinished(() => server.stop());
  const address = readImapUrl(server.url);
  if (!address) throw new Error('the URL of the mailbox is none');
  const mailbox = await openMailbox(address, new AbortController().signal);
  onTestFinished(() => mailbox.close());
  return { server, mailbox };
}

it('holds no mail that was fetched, however long its connection lasts', async () => {
  const { server, mailbox } = await open();
  const uid = server.deliver('x'.repeat(1_000_000));
  const fetch = async () => new WeakRef((await mailbox.fetch(uid, 1_000_000))?.source ?? {});
  const first = await fetch();
  // The client itself holds its last response.
  await fetch();
  await expect
    .poll(() => {
      collect();
      return first.deref();
    })
    .toBeUndefined();
});

it('rejects what comes after the server has closed the connection, and nothing else with it', async () => {
  const { server, mailbox } = await open();
  const uid = server.deliver('x');
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  onTestFinished(() => void process.off('unhandledRejection', unhandled));
  server.cut();
  await expect(mailbox.waitForChange(10_000)).rejects.toThrow(InboxError);
  await expect(mailbox.fetch(uid, 100)).rejects.toThrow(InboxError);
  await expect(mailbox.listAfter(0)).rejects.toThrow(InboxError);
  await expect(mailbox.waitForChange(10_000)).rejects.toThrow(InboxError);
  // Node reports it once all that is due has run.
  await new Promise(setImmediate);
  expect(unhandled).not.toHaveBeenCalled();
});
