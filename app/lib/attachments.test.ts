import { describe, expect, it } from 'vitest';
import { checkFiles, formatMegabytes } from './attachments.ts';

const MB = 1024 * 1024;

function file(name: string, size = 1_000, type = '') {
  return { name, size, type, lastModified: 1 };
}

function problemsOf(...files: ReturnType<typeof file>[]) {
  return checkFiles([], files).problems;
}

describe('formatMegabytes', () => {
  it.each([
    [1, '< 0.1 MB'],
    [0.05 * MB - 1, '< 0.1 MB'],
    [Math.ceil(0.05 * MB), '0.1 MB'],
    [2.34 * MB, '2.3 MB'],
    [10 * MB, '10.0 MB'],
  ])('shows %d bytes as %s', (bytes, text) => {
    expect(formatMegabytes(bytes)).toBe(text);
  });
});

describe('checkFiles', () => {
  it('accepts each listed type, whatever name a browser gives it', () => {
    const files = [
      file('a.pdf', 1, 'application/pdf'),
      file('b.PNG', 1, 'image/png'),
      file('c.jpg', 1, 'image/jpeg'),
      file('d.jpeg', 1, 'image/pjpeg'),
      file('e.zip', 1, 'application/x-zip-compressed'),
      file('f.zip'),
    ];
    expect(checkFiles([], files)).toEqual({ accepted: files, problems: [] });
  });

  it('accepts exactly 10 MB and refuses one byte more, or an empty file, but not the rest', () => {
    const ten = file('ten.pdf', 10 * MB);
    const { accepted, problems } = checkFiles(
      [],
      [file('more.pdf', 10 * MB + 1), ten, file('empty.pdf', 0)],
    );
    expect(accepted).toEqual([ten]);
    expect(problems).toEqual([
      { title: 'File too large', text: 'more.pdf is larger than 10MB' },
      expect.anything(),
    ]);
  });

  it.each([
    file('run.exe'),
    file('noextension', 1, 'image/png'),
    file('notes.pdf', 1, 'text/plain'),
    file('picture.png', 1, 'image/jpeg'),
  ])('refuses the type of $name $type', (rejected) => {
    expect(problemsOf(rejected)).toEqual([
      { title: 'Invalid file type', text: `${rejected.name} is not a supported file type` },
    ]);
  });

  it('stops at ten files', () => {
    const files = Array.from({ length: 9 }, (_, index) => file(`${index}.pdf`));
    const { accepted, problems } = checkFiles(
      files,
      ['ten.pdf', 'eleven.pdf', 'twelve.pdf'].map((name) => file(name)),
    );
    expect(accepted.map(({ name }) => name)).toEqual(['ten.pdf']);
    expect(problems.map(({ text }) => text)).toEqual(['Please attach at most 10 files']);
  });

  it('stops at 50 MB together', () => {
    const attached = Array.from({ length: 5 }, (_, index) => file(`${index}.pdf`, 9.5 * MB));
    const { accepted, problems } = checkFiles(attached, [
      file('over.pdf', 2.5 * MB + 1),
      file('full.pdf', 2.5 * MB),
    ]);
    expect(accepted.map(({ name }) => name)).toEqual(['full.pdf']);
    expect(problems.map(({ text }) => text)).toEqual(['All files together must be at most 50MB']);
  });

  it('does not attach the same file twice', () => {
    const same = file('plan.pdf');
    expect(checkFiles([same], [same])).toEqual({ accepted: [], problems: [] });
    expect(checkFiles([], [same, same]).accepted).toHaveLength(1);
  });
});
