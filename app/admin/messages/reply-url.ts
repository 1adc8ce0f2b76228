import { mailtoUrl } from '#app/admin/leads/mailto-url.ts';
import { REPLY_MESSAGES as messages } from './messages.ts';

// Mail programs truncate longer addresses.
const MAX_URL_CHARACTERS = 1_900;

type Received = {
  reference: string;
  name: string;
  email: string;
  message: string;
  createdAt: string;
};

function quote(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\r\n');
}

export function replyUrl(
  { reference, name, email, message, createdAt }: Received,
  formatDate: (iso: string) => string,
  company: string,
): string {
  const encode = (text: string) => encodeURIComponent(text.toWellFormed());
  const characters = Array.from(message);
  function urlWith(count: number): string {
    const isCut = count < characters.length;
    const quoted = quote(`${characters.slice(0, count).join('')}${isCut ? ' […]' : ''}`);
    const body = `\r\n\r\n${messages.wrote(formatDate(createdAt), name)}\r\n${quoted}`;
    return `${mailtoUrl(email)}?subject=${encode(messages.subject(reference, company))}&body=${encode(body)}`;
  }

  let fits = 0;
  let tooMany = characters.length + 1;
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (urlWith(middle).length <= MAX_URL_CHARACTERS) fits = middle;
    else tooMany = middle;
  }
  return urlWith(fits);
}
