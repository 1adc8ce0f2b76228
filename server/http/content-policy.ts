import { createHash, randomBytes } from 'node:crypto';

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

/** The policy of answers that are no page: nothing may load, run or frame. */
export const CLOSED_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/** A value no content can know; rendering puts it as `nonce` on the application's own scripts. */
export function createScriptMarker(): string {
  return randomBytes(18).toString('base64url');
}

/**
 * Takes the marker out of a rendered page and answers with the policy that admits exactly the inline scripts that carried it
 * (CSP Level 3, hash sources). A script that came in through content carries no marker, gets no hash and never runs.
 */
export function sealPage(html: string, marker: string): { html: string; policy: string } {
  const attribute = ` nonce="${marker}"`;
  const hashes = new Set<string>();
  const scripts = new RegExp(`<script(?=[^>]*${attribute})([^>]*)>([\\s\\S]*?)</script>`, 'g');
  for (const [, attributes = '', source = ''] of html.matchAll(scripts)) {
    if (/\ssrc=/.test(attributes)) continue;
    hashes.add(`'sha256-${createHash('sha256').update(source).digest('base64')}'`);
  }
  const sources = [POLICY_HEAD, ...hashes].join(' ');
  return { html: html.replaceAll(attribute, ''), policy: `${sources}; ${POLICY_TAIL}` };
}
