import { expect } from 'vitest';
import { updateRows } from '#tests/support/database/rows.ts';
import { it } from '#tests/support/fixtures.ts';
import { createTestLog } from '#tests/support/log.ts';
import { createCurrentSettings } from './index.ts';

const LOGO = '/media/logos/header/1700000000000-abcdefghij0123456789_1800x600';

it('gives pages logos in the variant that their size needs', async ({ db }) => {
  const header = { headerLogoUrl: `${LOGO}.webp`, headerLogoWidth: 150 };
  await updateRows(db, 'siteSettings', {}, { ...header, footerLogoUrl: '/logo.svg' });
  const settings = createCurrentSettings({
    db,
    log: createTestLog(),
    publicUrl: 'https://site.example',
  });
  await settings.reload();
  const shown = { headerLogoUrl: `${LOGO}_480.webp`, footerLogoUrl: '/logo.svg' };
  expect(settings.get()).toMatchObject(shown);
});
