import { expect } from 'vitest';
import { loadSampleSiteContent } from '#server/db/sample-content/load-site-content.ts';
import {
  siteSettingsChangeSchema,
  type SiteSettingsChange,
} from '#shared/site-settings/admin-schema.ts';
import { it } from '#tests/support/fixtures.ts';
import { asOwner } from '#tests/support/privacy/sent-enquiries.ts';
import { getManagedSettings, listPolicyVersions, updateSettings } from './index.ts';

// Already Saturday in Istanbul.
const FRIDAY_NIGHT = new Date('2030-11-29T22:30:00.000Z');

it('publishes each changed policy under the date of the office, and keeps the texts of before', async ({
  ctx,
}) => {
  await loadSampleSiteContent(ctx.db, { isWanted: true });
  const owner = { ...(await asOwner(ctx)), now: () => FRIDAY_NIGHT };
  const { updatedAt: _, ...settings } = siteSettingsChangeSchema.parse(
    await getManagedSettings(owner),
  );
  const save = (change: Partial<SiteSettingsChange>) =>
    updateSettings(owner, { ...settings, ...change });
  const listVersions = async () =>
    (await listPolicyVersions(owner)).items.map(({ kind, version, markdown }) => [
      kind,
      version,
      markdown.split('\n')[0],
    ]);

  await save({ copyrightText: 'Mine' });
  expect(await listVersions()).toEqual([]);
  const first = await save({ termsOfService: 'One.', termsReviewed: true });
  expect(first).toMatchObject({
    termsVersion: '2030-11-30',
    privacyVersion: '2025-01',
    termsReviewed: true,
  });
  // The tick belongs to the text before.
  const second = await save({ termsOfService: 'Two.', termsReviewed: true });
  expect(second).toMatchObject({ termsVersion: '2030-11-30-2', termsReviewed: false });
  const ticked = await save({ termsOfService: 'Two.', termsReviewed: true });
  expect(ticked).toMatchObject({ termsVersion: '2030-11-30-2', termsReviewed: true });
  expect(await save({ termsOfService: '' })).toMatchObject({ termsVersion: '2030-11-30-3' });
  const builtIn = expect.stringMatching(/^These terms describe how you and Vitrin Software work/);
  expect(await listVersions()).toEqual([
    ['terms', '2030-11-30-3', builtIn],
    ['terms', '2030-11-30-2', 'Two.'],
    ['terms', '2030-11-30', 'One.'],
    ['terms', '2025-01', builtIn],
  ]);
});
