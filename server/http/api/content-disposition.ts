/** Content-Disposition (RFC 6266): ASCII for old clients, UTF-8 for others. */
export function attachmentDisposition(name: string): string {
  const wellFormed = name.toWellFormed();
  const plain = wellFormed
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]|["\\%/]/gu, '_');
  // RFC 8187 allows fewer characters than encodeURIComponent leaves as they are.
  const encoded = encodeURIComponent(wellFormed).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
