import type { SitePath } from '#shared/routes.ts';

export const CONTACT_PATH = '/contact' satisfies SitePath;

/** The page that says that the message has arrived. */
export const SENT_URL = `${CONTACT_PATH}?sent=1`;

export function isSentUrl(search: string): boolean {
  return new URLSearchParams(search).get('sent') === '1';
}
