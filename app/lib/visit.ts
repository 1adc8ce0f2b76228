import type { FormSignals } from '#shared/forms/schema.ts';

const KEY = 'visit';

/** Of this tab, until it is closed: pages by their paths, the site that led here by host and path. */
type Visit = { landingPage: string; referrer?: string; sourcePage?: string; page: string };

/** 'www.example.com/a/page' of another site's address; its query may say more than we are to know. */
export function describeReferrer(referrer: string, ownHost: string): string | undefined {
  if (!URL.canParse(referrer)) return undefined;
  const { protocol, host, pathname } = new URL(referrer);
  if (!protocol.startsWith('http') || host === ownHost) return undefined;
  return pathname === '/' ? host : host + pathname;
}

// Whoever lets nothing be stored is not asked again.
function readVisit(): Visit | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Visit | null;
  } catch {
    return null;
  }
}

export function recordPage(page: string): void {
  const visit = readVisit();
  if (visit?.page === page) return;
  const next = visit
    ? { ...visit, sourcePage: visit.page, page }
    : { landingPage: page, referrer: describeReferrer(document.referrer, location.host), page };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Then no form says where its visitor came from.
  }
}

export function readSource(): Pick<FormSignals, 'sourcePage' | 'landingPage' | 'referrer'> {
  const { sourcePage, landingPage, referrer } = readVisit() ?? {};
  return { sourcePage, landingPage, referrer };
}
