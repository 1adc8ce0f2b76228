import { expect } from 'vitest';
import { SITE_SETTINGS_ID } from '#shared/site-settings/values.ts';
import { it } from '#tests/support/fixtures.ts';
import { createTestLog } from '#tests/support/log.ts';
import { createCurrentSettings } from './index.ts';

const LOGO = '/media/logos/header/1700000000000-abcdefghij0123456789_1800x600';

it('gives pages logos in the variant that their size needs', async ({ db }) => {
  const change = {
    headerLogoUrl: `${LOGO}.webp`,
    headerLogoWidth: 150,
    footerLogoUrl: '/logo.svg',
  };
  await db.updateTable('siteSettings').set(change).where('id', '=', SITE_SETTINGS_ID).execute();
  const settings = createCurrentSettings(db, createTestLog());
  await settings.reload();
  expect(settings.get()).toMatchObject({
    headerLogoUrl: `${LOGO}_480.webp`,
    footerLogoUrl: '/logo.svg',
  });
});
