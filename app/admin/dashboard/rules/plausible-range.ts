const BYTE = '(?:\\d|[1-9]\\d|1\\d\\d|2[0-4]\\d|25[0-5])';
const IPV4 = new RegExp(`^${BYTE}(?:\\.${BYTE}){3}$`);
const PREFIX = /^(?:0|[1-9]\d{0,2})$/;

/** Only the server parses addresses; half-typed ones are not sent. */
export function isPlausibleRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.trim().split('/');
  const isIpv4 = IPV4.test(address);
  const isIpv6 = /^[\da-f:.]+$/i.test(address) && URL.canParse(`http://[${address}]/`);
  if ((!isIpv4 && !isIpv6) || rest.length > 0) return false;
  return prefix === undefined || (PREFIX.test(prefix) && Number(prefix) <= (isIpv4 ? 32 : 128));
}
