import { expect, it } from 'vitest';
import { createProgressLine, describeBytes, describeProgress, describeTime } from './progress.ts';

it('writes sizes and times as people do', () => {
  const sizes = [0, 999, 1_000, 99_400, 1_234_567, 999_999_999, 12e12].map(describeBytes);
  expect(sizes.join(', ')).toBe('0 B, 999 B, 1.0 kB, 99.4 kB, 1.2 MB, 1.0 GB, 12.0 TB');
  const times = [0, 41_000, 100_000, 720_000, 11_100_000].map(describeTime);
  expect(times.join(', ')).toBe('1 s, 41 s, 2 min, 12 min, 3 h 05 min');
});

it('says how much is done and how long the rest takes, once that can be said', () => {
  expect(describeProgress({ done: 0, total: 5e9 }, 60_000)).toBe('0 B of 5.0 GB');
  expect(describeProgress({ done: 1e9, total: 5e9 }, 10_000)).toBe(
    '1.0 GB of 5.0 GB, 100 MB/s, 40 s left',
  );
});

it('writes one line again at a terminal, and seldom a line elsewhere', () => {
  const written: string[] = [];
  const stream = (isTTY: boolean) => ({
    isTTY,
    write: (text: unknown) => written.push(String(text)) > 0,
  });
  const log = createProgressLine(stream(false), 'Backup');
  log.show({ done: 1, total: 2 });
  log.end();
  expect(written).toEqual([]);
  const terminal = createProgressLine(stream(true), 'Backup');
  terminal.show({ done: 1, total: 2 });
  terminal.show({ done: 2, total: 2 });
  terminal.end();
  expect(written).toEqual(['\rBackup: 1 B of 2 B', `\r${' '.repeat(18)}\r`]);
});
