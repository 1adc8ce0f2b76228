import { randomText } from '#server/lib/random-text.ts';
import { countCharacters, limitMarks } from '#shared/common/text.ts';

const MAX_NAME_CHARACTERS = 255;
const RANDOM_CHARACTERS = 20;

// Controls, and marks that reverse or hide text: with them `invoice<mark>fdp.exe` reads like a PDF.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Without folders and invisible characters, at most 255 characters, same extension. */
export function cleanFileName(name: string): string {
  const base =
    limitMarks(name.toWellFormed().replaceAll(INVISIBLE, ''))
      .normalize('NFC')
      .split(/[/\\]/)
      .at(-1) ?? '';
  const characters = Array.from(base.replaceAll(/\s+/gu, ' ').trim());
  const dot = characters.lastIndexOf('.');
  const extension =
    dot === -1
      ? ''
      : characters
          .slice(dot, dot + 16)
          .join('')
          .trimEnd();
  const stem = (dot === -1 ? characters : characters.slice(0, dot))
    .slice(0, MAX_NAME_CHARACTERS - countCharacters(extension))
    .join('')
    .trim();
  return `${stem || 'file'}${extension}`;
}

/** Not guessable: `order-attachments/<milliseconds>-<random>.<extension>`. */
export function createAttachmentPath(now: Date, extension: string): string {
  return `order-attachments/${now.getTime()}-${randomText(RANDOM_CHARACTERS)}.${extension}`;
}
