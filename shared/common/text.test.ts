import { describe, expect, it } from 'vitest';
import {
  limitMarks,
  MAX_MARKS_IN_A_ROW,
  rawText,
  TOO_MANY_MARKS_MESSAGE,
  UNSUPPORTED_CHARACTERS_MESSAGE,
} from './text.ts';

function problemOf(text: string): string | undefined {
  return rawText().safeParse(text).error?.issues[0]?.message;
}

const CHARACTERS = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter(
  (character) => character.isWellFormed(),
);

describe('the text rule', () => {
  it.each([
    'Çağrı Işık, İstanbul\r\n\tsecond line',
    'نَصٌّ مُشَكَّل تَمَامًا',
    'हिन्दी में लिखा हुआ पाठ',
    'བོད་སྐད་ཧཱུྃ',
    '👩🏽‍💻👍🏽 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️',
    `a${'\u0301'.repeat(MAX_MARKS_IN_A_ROW)} b${'\u0323'.repeat(MAX_MARKS_IN_A_ROW)}`,
  ])('takes %j', (text) => {
    expect(problemOf(text)).toBeUndefined();
    expect(limitMarks(text)).toBe(text);
  });

  it.each(['a\0', '\u0007', 'a\u001bb', 'a\u007f', 'a\ud83d', '\ude00b'])('takes no %j', (text) => {
    expect(problemOf(text)).toBe(UNSUPPORTED_CHARACTERS_MESSAGE);
  });

  it.each([
    ['of one kind', '\u0301'.repeat(31)],
    ['of many kinds', '\u0345\u035d\u0315\u0301\u0323\u031b\u0327\u0334'.repeat(4)],
    ['at the very beginning', `${'\u0301'.repeat(31)} text`],
    ['that only become marks', '\u0301\uff9e\u0323\uff9f'.repeat(8)],
    ['with the joiner of graphemes between them', '\u0301\u034f'.repeat(16)],
  ])('takes no row of 31 marks %s', (_, marks) => {
    expect(problemOf(`some text, a${marks} and more`)).toBe(TOO_MANY_MARKS_MESSAGE);
    const limited = limitMarks(`some text, a${marks} and more`);
    expect(problemOf(limited)).toBeUndefined();
  });

  it('counts every character that can lie in a row that is to be sorted', () => {
    // One that is moved in front of a mark, or is made of nothing but marks, would join two rows into a longer one.
    const uncounted = CHARACTERS.filter((character) => {
      const isMarks = /^\p{M}+$/u.test(character.normalize('NFKD'));
      return isMarks && problemOf(character.repeat(31)) !== TOO_MANY_MARKS_MESSAGE;
    });
    expect(uncounted).toEqual([]);
    const sorted = CHARACTERS.filter(
      (character) =>
        !/[\p{M}\uff9e\uff9f]/u.test(character) &&
        (`\u0345${character}`.normalize('NFKD') !== `\u0345${character.normalize('NFKD')}` ||
          `${character}\u0334`.normalize('NFKD').startsWith('\u0334')),
    );
    expect(sorted).toEqual([]);
  });
});
