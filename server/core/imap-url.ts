export type MailboxAddress = {
  host: string;
  port: number;
  isSecure: boolean;
  isLocal: boolean;
  user: string;
  password: string;
  mailbox: string;
};

/** Where passwords may be sent unencrypted. */
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/u;

export function isLoopbackHost(host: string): boolean {
  return LOOPBACK.test(host);
}

export function readImapUrl(text: string): MailboxAddress | null {
  const url = URL.parse(text);
  if (!url || !/^imaps?:$/u.test(url.protocol) || !url.hostname || !url.username) return null;
  const isSecure = url.protocol === 'imaps:';
  try {
    return {
      host: url.hostname.replace(/^\[(.*)\]$/u, '$1'),
      port: url.port === '' ? (isSecure ? 993 : 143) : Number(url.port),
      isSecure,
      isLocal: isLoopbackHost(url.hostname),
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      mailbox: decodeURIComponent(url.pathname.slice(1)) || 'INBOX',
    };
  } catch {
    // Malformed percent-encoding.
    return null;
  }
}

export function nameOfMailbox({ user, host, port, mailbox }: MailboxAddress): string {
  return `${user}@${host}:${port}/${mailbox}`;
}
