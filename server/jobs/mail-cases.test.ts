import { readdir, readFile } from 'node:fs/promises';
import { expect, onTestFinished } from 'vitest';
import { createDatabase } from '#server/db/client.ts';
import { readMail } from '#server/documents/mail/read-mail.ts';
import { readImapUrl } from '#server/core/imap-url.ts';
import { lockConversation, readConversation } from '#server/services/conversations/index.ts';
import { DOVECOT, startDovecot } from '#tests/support/mail/dovecot.ts';
import { it } from '#tests/support/fixtures.ts';
import { startImapServer } from '#tests/support/mail/imap-server.ts';
import { buildMailedConversation } from '#tests/support/mail/incoming-mails.ts';
import { startInbox } from './inbox.ts';

type Case = {
  kind?: 'auto-reply';
  text: string;
  /** Folded, but visible. */
  quoted?: RegExp;
  files?: string[];
  /** The names of what is left out. */
  leftOut?: string[];
  otherAddress?: string;
};

const TURKISH = { text: 'Değişiklik için İĞÜŞÖÇ ığüşöç' };
const UNREADABLE = { text: 'De�i�iklik i�in ������ ������', leftOut: ['Some characters'] };
const withFile = (name: string) => ({ text: 'see file', files: [name] });
const withoutFile = (name: string) => ({ text: 'see file', leftOut: [name] });
const from = (otherAddress: string) => ({ text: 'ok', otherAddress });

/** Expectations that several cases share. */
const SHARED: [expected: Case, names: string][] = [
  [TURKISH, 'charset-ISO_8859-9 charset-cp1254 charset-iso-8859-9 charset-latin5'],
  [TURKISH, 'charset-qiso-8859-9q charset-windows-1254'],
  [{ text: 'مرحبا' }, 'charset-asmo-708 charset-iso-8859-6 charset-windows-1256'],
  [UNREADABLE, 'charset-none-8bit charset-unknown-8bit charset-us-ascii'],
  [UNREADABLE, 'charset-x-mac-turkish charset-x-unknown'],
  [{ text: 'We accept the offer.' }, 'alt-empty-text alt-stub-text text-zero-width'],
  [withFile('Teklif İstanbul Şubat.pdf'), 'name-2047-in-quotes name-2047-iso9 name-raw-utf8'],
  [withFile('Teklif İstanbul Şubat.pdf'), 'name-2047-two-words name-2231 name-2231-cont'],
  [withFile('Teklif Şubat.pdf'), 'name-2231-split-char name-mixed-2231-2047'],
  [from('a@example.com'), 'bcc-style-no-to msgid-no-brackets msgid-space refs-comma'],
  [from('g@example.com'), 'subject-broken-multibyte subject-raw-utf8 subject-split-encoded-word'],
  [{ text: 'ok' }, 'from-comma-unquoted from-group from-two-addresses'],
];

const CASES: Record<string, Case> = {
  'precedence-autoreply': { kind: 'auto-reply', text: 'I am away until Monday.' },
  'vacation-x-headers': { kind: 'auto-reply', text: 'I am away until Monday.' },
  'name-2231-iso9': withFile('Teklif İstanbul Şubat.pdf'),
  'apple-alt-with-inline-pdf': {
    text: 'Here is the plan:\n\nPlease answer by Friday.',
    files: ['plan.pdf'],
  },
  'bounce-plain-qmail': {
    kind: 'auto-reply',
    text: 'Sorry, no mailbox here by that name. (#5.1.1)',
    otherAddress: 'mailer-daemon@mx.example.com',
  },
  'calendar-invite': { text: '', leftOut: ['invite.ics'] },
  'calendar-reply-google': {
    text: 'Deniz has accepted this invitation.',
    leftOut: ['invite.ics', 'invite.ics'],
  },
  'charset-gb18030': { text: '你好' },
  'charset-iso-8859-1': { text: 'Deðiþiklik için ÝÐÜÞÖÇ ýðüþöç' },
  'charset-utf7': { text: 'De+AR8-i+AV8-iklik' },
  docx: { text: 'Requirements attached', leftOut: ['requirements.docx'] },
  'flowed-stuffed': { text: 'The output is: > 42 rows imported\nIs that right?' },
  'group-list-headers': { text: 'Yes, Tuesday is fine. Please call me before 10.' },
  'group-rewrites-sender': { text: 'Yes, Tuesday is fine.' },
  'group-with-file-and-long': {
    text: 'AND THE SIGNED CONTRACT IS ATTACHED.',
    files: ['contract.pdf'],
  },
  'gt-own-lines': { text: 'Answers:\nusers 50', quoted: /> budget 5000 USD\n> start in January/u },
  heic: { text: 'Photo of the form', leftOut: ['IMG_0042.HEIC'] },
  'html-blockquote-inline': {
    text: 'Answers below\n> How many users?\n\n50\n> Budget?\n\n15,000 USD',
  },
  'html-br-dir': { text: 'مرحبا\nنعم، يوم الثلاثاء' },
  'html-emoji-img': { text: 'OK 👍' },
  'html-hidden': { text: 'hidden preheader\nVisible' },
  'html-img-only': { text: '[Screenshot of the offer]' },
  'html-link': {
    text: 'See our site (https://example.com/x?a=1&b=2) and https://example.com',
  },
  'html-list': { text: '3. three\n 4. four\n    * x' },
  'html-outlook-inline-red': { text: 'See my answers in red.', quoted: /How many users\? 50$/u },
  'html-outlook-safelinks': { text: 'example.com (https://eur01.safelinks' },
  'html-pre': { text: 'a   b\n  c' },
  'html-style-head': { text: 'Yes' },
  'html-table-layout': { text: '15,000' },
  'html-then-text-footer': {
    text: 'We accept the offer of 15,000 USD and want to begin on Monday.\nThis e-mail and its attachments are confidential.',
  },
  'lf-only': { text: 'Yes.', quoted: /^> q$/u },
  'name-2231-empty-charset': withFile('Teklif Subat.pdf'),
  'name-none-octet': withoutFile('file'),
  'name-none-pdf-octet-in-ct': withoutFile('scan'),
  'name-only-ct': { text: 'see', files: ['Teklif Şubat.pdf'] },
  'name-path': withFile('Teklif.pdf'),
  'name-unquoted-space': withFile('Teklif Subat 2026.pdf'),
  'name-upper-ext': withFile('TEKLİF.PDF'),
  'no-blank-line-end': {
    text: 'The email has no text. Its subject is “x”.',
    otherAddress: 'a@example.com',
  },
  'own-sentence-wrote': {
    text: 'Hello,\n\nThe box arrived open.\n\nWhat do you propose?',
    quoted: /^on 12 November our customer wrote:$/u,
  },
  'pgp-encrypted': { text: '', leftOut: ['file', 'encrypted.asc'] },
  'rfc822-only': { text: '', leftOut: ['Re offer.eml'] },
  'small-pasted-screenshot': {
    text: 'We see this error:\n\n[cid:image001.png@01DC5C7A.1]',
    leftOut: ['image001.png (6 kB)'],
  },
  'smime-opaque': { text: '', leftOut: ['smime.p7m'] },
  'smime-signed': { text: 'Signed words', leftOut: ['smime.p7s (1 kB)'] },
  waybill: {
    text: 'here is a typical shipment that the system has to hold:',
    quoted: /^From: Ankara\nTo: İzmir[^]+Our budget is 15,000 USD\.$/u,
  },
  ...Object.fromEntries(
    SHARED.flatMap(([expected, names]) => names.split(' ').map((name) => [name, expected])),
  ),
};

const FOLDER = new URL('../../tests/cases/mail/', import.meta.url);

async function startMailbox() {
  const server = DOVECOT ? await startDovecot() : await startImapServer();
  onTestFinished(() => server.stop());
  const address = readImapUrl(server.url);
  if (!address) throw new Error('the URL of the mailbox is none');
  return { address, deliver: (source: Buffer) => server.deliver(source) };
}

it(
  'shows the words of each email, its files, and a line for whatever is left out',
  { timeout: 200_000, retry: 0 },
  async ({ ctx, database, db }) => {
    const { address, deliver } = await startMailbox();
    // In this process, since one for each email takes longer than all of them.
    const reading = { ...ctx, documents: { ...ctx.documents, readMail } };
    const lock = createDatabase({ connection: database.url, poolSize: 1 });
    const recipients = { addresses: ['hello@vitrin.example'] };
    const inbox = startInbox({ ctx: reading, lockDb: lock.db, address, recipients, pollMs: 200 });
    onTestFinished(async () => {
      await inbox.stop();
      await lock.destroy();
    });
    const readStates = () => db.selectFrom('mailInboxes').select('lastUid').execute();
    await expect.poll(readStates).toEqual([{ lastUid: 0 }]);

    const names = (await readdir(FOLDER)).map((name) => name.replace(/\.eml$/u, '')).toSorted();
    expect(Object.keys(CASES).toSorted()).toEqual(names);
    const conversations: [string, string][] = [];
    for (const name of names) {
      const { id, email, receipt } = await buildMailedConversation(ctx);
      const source = (await readFile(new URL(`${name}.eml`, FOLDER), 'latin1'))
        .replaceAll('deniz@example.com', email)
        .replace(/^(Message-ID:\s*<?\s*)/imu, `$1${id}-`);
      await deliver(Buffer.from(`In-Reply-To: ${receipt.messageId}\r\n${source}`, 'latin1'));
      conversations.push([name, id]);
    }
    await expect.poll(readStates, { timeout: 120_000 }).toEqual([{ lastUid: names.length }]);

    for (const [name, id] of conversations) {
      const { items } = await db.transaction().execute(async (tx) => {
        return readConversation(tx, await lockConversation(tx, { id }));
      });
      const { kind, text, quoted = /^$/u, files, leftOut, otherAddress } = CASES[name] as Case;
      expect.soft({ name, items: items.filter(({ via }) => via === 'mail') }).toEqual({
        name,
        items: [
          expect.objectContaining({
            kind: kind ?? 'inbound',
            body: text === '' ? '' : expect.stringContaining(text),
            otherAddress: otherAddress ?? null,
          }),
        ],
      });
      const [item] = items.filter(({ via }) => via === 'mail');
      expect.soft(item?.quoted ?? '', name).toMatch(quoted);
      expect.soft(item?.files.map((file) => file.name) ?? [], name).toEqual(files ?? []);
      expect.soft(item?.rejectedFiles.map((file) => file.name) ?? [], name).toEqual(leftOut ?? []);
    }
  },
);
