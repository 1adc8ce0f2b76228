import { hash, randomUUID } from 'node:crypto';

const POLICY_HEAD = "default-src 'none'; script-src 'self'";
const POLICY_TAIL = [
  "style-src 'self'",
  "style-src-attr 'none'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types vitrin',
].join('; ');

/** CSP for non-HTML responses: denies everything. */
export const CLOSED_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

export function createScriptMarker(): string {
  return randomUUID();
}

/** Replaces the marker by a policy with the hashes of the inline scripts that carried it. Latin-1 needs no decoding. */
export function sealPage(html: string, marker: string): { html: string; policy: string } {
  // Each split is inside a tag that carried the marker.
  const parts = html.split(` nonce="${marker}"`);
  const hashes = new Set<string>();
  for (const [index, part] of parts.slice(1).entries()) {
    const before = parts[index] ?? '';
    const tagEnd = part.indexOf('>');
    const tag = before.slice(before.lastIndexOf('<')) + part.slice(0, tagEnd);
    if (!tag.startsWith('<script') || /\ssrc=/.test(tag)) continue;
    const source = part.slice(tagEnd + 1, part.indexOf('</script>', tagEnd));
    hashes.add(`'sha256-${hash('sha256', Buffer.from(source, 'latin1'), 'base64')}'`);
  }
  const sources = [POLICY_HEAD, ...hashes].join(' ');
  return { html: parts.join(''), policy: `${sources}; ${POLICY_TAIL}` };
}
