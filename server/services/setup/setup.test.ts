import { expect } from 'vitest';
import { nameOfMailbox, readImapUrl } from '#server/core/imap-url.ts';
import { loadSampleContent } from '#server/db/sample-content/load.ts';
import { loadSampleSiteContent } from '#server/db/sample-content/load-site-content.ts';
import { faqs, listFaqs } from '#server/services/faqs/index.ts';
import { getSiteContent, updateSiteContent } from '#server/services/site-content/index.ts';
import { findSiteSettings } from '#server/services/site-settings/index.ts';
import { insertRows, updateRows } from '#tests/support/database/rows.ts';
import { testDocuments } from '#tests/support/leads.ts';
import { buildOrder } from '#tests/support/browser/admin-leads.ts';
import { it } from '#tests/support/fixtures.ts';
import { asOwner } from '#tests/support/privacy/sent-enquiries.ts';
import { getSetup, type GoLiveSources, removeSample, updateSetup } from './index.ts';

const OUTBOX = { transport: 'file', inbox: null, from: { name: '', address: '' } } as const;
const SITE = { unreadable: [], smtpHost: null, dkim: null, siteUrl: 'http://localhost:3000' };
const SOURCES = { publicUrl: SITE.siteUrl, mailer: { ...OUTBOX, ...SITE } };
const INBOX = readImapUrl('imaps://a:b@mail.deniz.example');
const PUBLIC: GoLiveSources = {
  publicUrl: 'https://www.deniz.example',
  mailer: { ...SOURCES.mailer, transport: 'smtp', inbox: INBOX },
  listDnsChecks: ({ sender }) =>
    Promise.resolve([
      { name: 'spf', level: 'ok', text: sender },
      { name: 'dkim', level: 'warning', text: `No key of ${sender}.`, advice: 'Publish one.' },
    ]),
};

it('counts a card as done once its part is the owner’s, and the site as live once nothing is open', async ({
  ctx,
}) => {
  const owner = await asOwner(ctx);
  await loadSampleSiteContent(ctx.db, { isWanted: true });
  const listDone = async (sources: GoLiveSources = SOURCES) => {
    const { cards, checks } = await getSetup(owner, sources);
    const names = (all: { name: string; isDone: boolean }[]) =>
      all.filter(({ isDone }) => isDone).map(({ name }) => name);
    return { cards: names(cards), checks: names(checks) };
  };
  expect(await listDone()).toEqual({ cards: [], checks: ['headline', 'clock'] });
  const { updatedAt, isSample, ...company } = await getSiteContent(owner, 'company');
  expect(isSample).toBe(true);
  const own = { name: 'Deniz Works', email: 'a@deniz.example', legalName: 'Deniz', taxNumber: '1' };
  await updateSiteContent(owner, 'company', { ...company, ...own, updatedAt });
  if (INBOX === null) throw new Error('no mailbox');
  const name = nameOfMailbox(INBOX);
  const position = { uidValidity: 1, lastUid: 0, checkedAt: ctx.now() };
  await insertRows(ctx.db, 'mailInboxes', { name, ...position });
  const done = await listDone(PUBLIC);
  expect(done.cards).toEqual(['company']);
  expect(done.checks).toEqual(
    expect.arrayContaining(['company', 'address', 'certificate', 'spf', 'receiving', 'legal']),
  );
  const { checks } = await getSetup(owner, PUBLIC);
  expect(checks.find(({ name: each }) => each === 'dkim')).toMatchObject({
    isDone: false,
    detail: 'No key of a@deniz.example. Publish one.',
  });
  expect((await getSetup(owner, SOURCES)).isDismissed).toBe(false);
  await updateSetup(owner, { isDismissed: true });
  expect((await getSetup(owner, SOURCES)).isDismissed).toBe(true);
});

it('names an outdated copyright line, and connections to enter again', async ({ ctx }) => {
  const owner = { ...(await asOwner(ctx)), now: () => new Date('2030-12-31T22:00:00.000Z') };
  const unreadable = [{ kind: 'sender', reason: '' } as const];
  const mailer = { ...PUBLIC.mailer, unreadable };
  const find = async (wanted: string) =>
    (await getSetup(owner, { ...PUBLIC, mailer })).checks.find(({ name }) => name === wanted);
  expect((await find('sending'))?.detail).toBe('Sender: needs to be entered again.');
  expect(await find('receiving')).toMatchObject({ detail: '' });
  const isCurrent = { '© 2030 A': false, '© 2019-2031 A': true, '© {year} A': true, '© A': true };
  for (const [copyrightText, isDone] of Object.entries(isCurrent)) {
    await updateRows(ctx.db, 'siteSettings', {}, { copyrightText });
    const detail = isDone ? '' : copyrightText;
    expect(await find('copyright')).toMatchObject({ isDone, detail });
  }
});

it('removes the examples, and nothing that was saved', async ({ ctx, files }) => {
  const owner = await asOwner(ctx);
  await loadSampleContent(ctx.db, files.storage, testDocuments);
  await loadSampleSiteContent(ctx.db, { isWanted: true });
  const [first, second] = (await faqs.adminList(owner, {})).items;
  if (!first || !second) throw new Error('the sample has no questions');
  const { question, answer, category } = first;
  await faqs.update(owner, first.id, {
    question: `${question} Really?`,
    answer,
    category,
  });
  await buildOrder(ctx.db, { estimatedBudget: '5k-15k', requiredLanguages: ['English'] });
  await removeSample(owner);
  expect(await getSiteContent(owner, 'order-options')).toMatchObject({
    budgets: [{ value: '5k-15k', label: '$5,000 - $15,000', isArchived: true }],
    languages: [{ label: 'English', isArchived: true }],
  });
  expect((await listFaqs(ctx)).map(({ id }) => id)).toEqual([first.id]);
  expect(await faqs.restore(owner, second.id)).toMatchObject({ id: second.id });
  expect(await getSiteContent(owner, 'services')).toMatchObject({ updatedAt: null });
  const settings = await findSiteSettings(ctx.db);
  expect(new Set(Object.values(settings?.socialLinks ?? {}))).toEqual(new Set(['']));
  await removeSample(owner);
  const { hasSample, checks } = await getSetup(owner, SOURCES);
  expect(hasSample).toBe(false);
  expect(checks.find(({ name }) => name === 'headline')).toMatchObject({ isDone: false });
});
