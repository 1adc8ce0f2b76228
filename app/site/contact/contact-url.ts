import type { SitePath } from '#shared/routes.ts';

export const CONTACT_PATH = '/contact' satisfies SitePath;

/** The page that says that the message has arrived. */
export function sentUrl(id: string): string {
  return `${CONTACT_PATH}?sent=${id}`;
}

export function isSentUrl(search: string): boolean {
  return new URLSearchParams(search).has('sent');
}
