import type { SiteSettings } from './schema.ts';

export type Logo = Pick<SiteSettings, 'headerLogoUrl' | 'headerLogoWidth' | 'headerLogoHeight'>;

export const EMAIL_LOGO_PATH = '/email-logo.png';

const MAX_WIDTH = 240;
const MAX_HEIGHT = 48;

export function getEmailLogoSize({ headerLogoWidth: width, headerLogoHeight: height }: Logo) {
  const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
