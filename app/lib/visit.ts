import type { FormSignals } from '#shared/forms/schema.ts';

const KEY = 'visit';

/** Per tab, until it is closed. */
type Visit = { landingPage: string; referrer?: string; sourcePage?: string; page: string };

/** 'www.example.com/a/page': without the query, which may be private. */
export function describeReferrer(referrer: string, ownHost: string): string | undefined {
  if (!URL.canParse(referrer)) return undefined;
  const { protocol, host, pathname } = new URL(referrer);
  if (!protocol.startsWith('http') || host === ownHost) return undefined;
  return pathname === '/' ? host : host + pathname;
}

// Storage may be unavailable.
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
    // Forms then state no origin.
  }
}

export function readSource(): Pick<FormSignals, 'sourcePage' | 'landingPage' | 'referrer'> {
  const { sourcePage, landingPage, referrer } = readVisit() ?? {};
  return { sourcePage, landingPage, referrer };
}
