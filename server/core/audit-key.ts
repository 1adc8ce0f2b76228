/** Key of the audit's hash chain, padded for HMAC-SHA-256 (RFC 2104, section 2). */
export type AuditKey = { inner: Buffer; outer: Buffer };

const BLOCK_BYTES = 64;

export function padAuditKey(key: Buffer): AuditKey {
  const block = Buffer.alloc(BLOCK_BYTES);
  key.copy(block);
  return {
    inner: Buffer.from(block.map((byte) => byte ^ 0x36)),
    outer: Buffer.from(block.map((byte) => byte ^ 0x5c)),
  };
}
