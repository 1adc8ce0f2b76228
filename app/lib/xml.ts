// Characters that XML 1.0 cannot contain, not even escaped.
// oxlint-disable-next-line no-control-regex -- rejecting control characters is the point
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(FORBIDDEN, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
}

/** Splits a premature end of the section. */
export function xmlCharacterData(text: string): string {
  const safe = text.toWellFormed().replaceAll(FORBIDDEN, '').replaceAll(']]>', ']]]]><![CDATA[>');
  return `<![CDATA[${safe}]]>`;
}
