import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countCharacters } from '#shared/common/text.ts';
import { cleanFileName, createAttachmentPath } from './attachment-content.ts';

describe('the name of an attachment', () => {
  it.each([
    ['plan.pdf', 'plan.pdf'],
    ['C:\\Users\\murat\\Desktop\\plan.pdf', 'plan.pdf'],
    ['../../etc/plan.PDF', 'plan.PDF'],
    ['/plan.pdf', 'plan.pdf'],
    ['  şartname   İstanbul .pdf', 'şartname İstanbul.pdf'],
    ['invoice\u202efdp.zip', 'invoicefdp.zip'],
    ['\u2066plan\u2069\u200f.pdf', 'plan.pdf'],
    ['plan\r\nSet-Cookie: a=b.pdf', 'planSet-Cookie: a=b.pdf'],
    ['plan\0.pdf', 'plan.pdf'],
    ['plan.pdf\u200b', 'plan.pdf'],
    ['Özet.pdf', 'Özet.pdf'],
    ['.pdf', 'file.pdf'],
    ['folder/.pdf', 'file.pdf'],
    ['', 'file'],
    ['folder/', 'file'],
    ['\ud800plan.pdf', '\ufffdplan.pdf'],
    ['a.123456789 12345 789', 'a.123456789 12345'],
    [`${'n'.repeat(300)}.jpeg`, `${'n'.repeat(250)}.jpeg`],
    [`${'😀'.repeat(300)}.png`, `${'😀'.repeat(251)}.png`],
  ])('shows %j as %j', (name, shown) => {
    expect(cleanFileName(name)).toBe(shown);
  });

  it('has no more marks in a row than can be sorted at once', () => {
    const name = `a${'\u0345\u0301\u0323'.repeat(5_000)}.pdf`;
    const cached = `a${'\u0345\u0301\u0323'.repeat(10)}.pdf`;
    expect(cleanFileName(name) === cached.normalize('NFC')).toBe(true);
  });

  it('is short, visible text without folders, whatever was sent', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({
        unit: fc.constantFrom(...Array.from('a.b/\\ \u202e\u200b\0\n\ud83d\u0301e\u2028')),
      }),
      fc.constantFrom('.pdf', '.PNG', '..', '/', ' '),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const shown = cleanFileName(pieces.join(''));
        expect(countCharacters(shown)).toBeGreaterThanOrEqual(1);
        expect(countCharacters(shown)).toBeLessThanOrEqual(255);
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\]/u);
        expect(shown.isWellFormed()).toBe(true);
        expect(shown).toBe(shown.trim());
        expect(cleanFileName(shown)).toBe(shown);
      }),
      { numRuns: 3_000 },
    );
  });

  it('keeps the extension of a name of any length', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 600 }),
        fc.constantFrom('pdf', 'PNG', 'jpg', 'jpeg', 'Zip'),
        (stem, extension) => {
          expect(cleanFileName(`${stem}.${extension}`).endsWith(`.${extension}`)).toBe(true);
        },
      ),
    );
  });
});

it('makes paths of the time, at least 16 random characters and the extension', () => {
  const now = new Date('2025-03-04T05:06:07.089Z');
  const paths = Array.from({ length: 1_000 }, () => createAttachmentPath(now, 'pdf'));
  for (const path of paths) {
    expect(path).toMatch(/^order-attachments\/1741064767089-[0-9a-z]{20}\.pdf$/);
  }
  expect(new Set(paths).size).toBe(paths.length);
});
