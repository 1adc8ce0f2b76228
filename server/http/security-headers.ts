/** Headers of every answer, whatever it carries (OWASP Secure Headers Project). */
export const SECURITY_HEADERS: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['x-frame-options', 'DENY'],
  ['permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
];

/** Sent when the site's own address is https (RFC 6797). */
export const STRICT_TRANSPORT = [
  'strict-transport-security',
  'max-age=31536000; includeSubDomains',
] as const;
