import { limitedText } from './text.ts';

export const MAX_URL_CHARACTERS = 500;

/** Whether a text is a whole address that a link to another site may have: http or https, no user name, no spaces. */
export function isWebUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

export function optionalUrl({ message, tooLong }: { message: string; tooLong: string }) {
  return limitedText({ max: MAX_URL_CHARACTERS, message, tooLong }).refine(
    (text) => text === '' || isWebUrl(text),
    message,
  );
}

/** Pages recognise a web address by its scheme in lower case. */
export function withLowerCaseScheme(address: string): string {
  return address.replace(/^https?:/i, (scheme) => scheme.toLowerCase());
}
