const NEEDLESS_ESCAPE = /%(?:2[de]|3[0-9]|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/i;
const ORDINARY = /^\/(?:[\w-]+(?:[/.][\w-]+)*)?$/;
const FORBIDDEN = /\/\/|%2f|%5c|%0|%1|%7f|[^!$&'()*+,\-./0-9:;=@A-Z_a-z~%]/i;

/** Whether a path has exactly one spelling (RFC 3986, section 6.2.2), so that later code may compare paths as text. */
export function isCanonicalPath(path: string): boolean {
  if (ORDINARY.test(path)) return true;
  if (!path.startsWith('/') || FORBIDDEN.test(path)) return false;
  if (/\/\.{1,2}(?:\/|$)/.test(path)) return false;
  if (!path.includes('%')) return true;
  if (NEEDLESS_ESCAPE.test(path) || /%(?![0-9a-f]{2})/i.test(path)) return false;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** A page's path with single slashes; null for other faults, and for endpoints. */
export function repairPath(path: string): string | null {
  const repaired = path.replaceAll(/\/{2,}/g, '/');
  const isPage = repaired !== path && !/^\/api(?:\/|$)/i.test(repaired);
  return isPage && isCanonicalPath(repaired) ? repaired : null;
}

export function getPathAndQuery(url: string): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2));
}

export function splitTarget(target: string): { path: string; query: string } {
  const mark = target.indexOf('?');
  return mark === -1
    ? { path: target, query: '' }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}
