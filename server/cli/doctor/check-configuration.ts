import type { Config } from '#server/core/config.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const LOOPBACK = /^(?:localhost|127\.|\[?::1)/;

export function* checkConfiguration(config: Config): Generator<Finding> {
  const { publicUrl, isPublicUrlGiven, databaseUrl, s3, host } = config;
  const isLocal = isLoopback(new URL(publicUrl).hostname);
  if (!isPublicUrlGiven) {
    yield warning(
      'Configuration',
      `PUBLIC_URL is not set: links in mails lead to ${publicUrl}, and only IP addresses and internal names are served.`,
      'Set PUBLIC_URL to the address that visitors use, such as https://www.example.com.',
    );
  } else if (publicUrl.startsWith('http://') && !isLocal) {
    yield warning(
      'Configuration',
      `${publicUrl} is not encrypted: passwords and enquiries can be read on their way.`,
      'Put a proxy with a certificate before it (deploy/) and set PUBLIC_URL to https://.',
    );
  } else yield ok('Configuration', `Every setting can be read; the site is ${publicUrl}.`);
  const isBehindProxy = publicUrl.startsWith('https://');
  if (isBehindProxy && config.trustedProxies.length === 0) {
    yield problem(
      'Proxy',
      'PUBLIC_URL is https, so a proxy stands before the application, and TRUSTED_PROXIES names none: all visitors count as one.',
      'Set TRUSTED_PROXIES to its address, such as 127.0.0.1.',
    );
  }
  if (isBehindProxy && !isLoopback(host) && config.trustedProxies.every(isLoopback)) {
    yield warning(
      'Proxy',
      `The application listens on ${host}: visitors can reach port ${config.port} around the proxy.`,
      'Set HOST=127.0.0.1 when the proxy runs on this machine, or close the port in the firewall.',
    );
  }
  const isShared = databaseUrl !== null && s3 !== null;
  const keys = { AUDIT_KEY: config.auditKey, TOTP_KEY: config.totpKey, TRACK_KEY: config.trackKey };
  const missing = Object.entries(keys).flatMap(([name, key]) => (key === null ? [name] : []));
  if (isShared && missing.length > 0) {
    yield warning(
      'Secrets',
      `${missing.join(', ')}: only this machine has these keys, in DATA_DIR/secrets.`,
      'Before a second machine serves, or this one is given up, set them from the files there.',
    );
  }
}

export function isLoopback(address: string): boolean {
  return LOOPBACK.test(address);
}
