import { describe, expect, it } from 'vitest';
import { disarm, streamCsv } from './csv.ts';

/** The cells of a file as a program reads it that splits by other characters than ours. */
function cellsOf(file: string, delimiters: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < file.length; at += 1) {
    const character = file[at] ?? '';
    if (isQuoted && character === '"' && file[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (character === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted;
    else if (!isQuoted && (delimiters.includes(character) || /[\r\n]/.test(character))) {
      cells.push(cell);
      cell = '';
    } else cell += character;
  }
  return [...cells, cell];
}

async function write(...cells: string[]): Promise<string> {
  const batches = [[cells], []];
  const parts: string[] = [];
  const readBatch = () => Promise.resolve(batches.shift() ?? []);
  for await (const part of streamCsv(['A'], readBatch)) parts.push(part);
  return parts.join('');
}

const BEFORE = ['', ' ', '\t', '\n', '"', '\u200b ', '\n\t"'];
const HOSTILE = ['=1+1', '+A1', '-2', '@SUM(1)', '＝1+1', '+1+cmd|x!A0'].flatMap((formula) =>
  BEFORE.map((before) => before + formula),
);

describe('a CSV file', () => {
  it.each([';', ',', '\t', '|', ';,\t|'])(
    'has no formula when it is split by %j',
    async (delimiters) => {
      for (const cell of HOSTILE) {
        const file = await write('first', cell, 'last');
        const formulas = cellsOf(file, delimiters).filter((text) =>
          /^[\s\p{Cc}\p{Cf}"]*[=+\-@＋－＝＠]/u.test(text),
        );
        expect(formulas, JSON.stringify(cell)).toEqual([]);
      }
    },
  );

  it('is split by semicolons, behind a byte order mark, with lines as Windows ends them', async () => {
    const file = await write('a;b', 'say "c"', 'd\ne');
    expect(file).toBe('\ufeff"A"\r\n"a;b";"say ""c""";"d\ne"\r\n');
  });

  it('shows the mark that reverses letters', async () => {
    expect(await write('invoice\u202Efdp.exe')).toContain('"invoice[U+202E]fdp.exe"');
  });

  it('leaves alone what is no formula', () => {
    const text = 'Ada <ada@example.com>, 2 - 3 days; a=b, $5,000 - $15,000 (+20 %)\nsecond line';
    const unchanged = [text, 'Hello,\n- one\n= two;-3', '+90 312 555 01 02', '+1 (555) 123-4567'];
    for (const cell of unchanged) expect(disarm(cell)).toBe(cell);
  });

  it('looks at each character a bounded number of times', () => {
    function measure(size: number): number {
      const text = `${'\n'.repeat(size)}x${', '.repeat(size)}`;
      const times = Array.from({ length: 5 }, () => {
        const start = performance.now();
        disarm(text);
        return performance.now() - start;
      });
      return Math.min(...times);
    }
    measure(10_000);
    const [half, whole] = [measure(100_000), measure(200_000)];
    expect(whole).toBeLessThan(Math.max(20, 3 * half));
  });
});
