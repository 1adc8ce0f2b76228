import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.ts';

/** What a terminal or an editor would act upon instead of showing it. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const HOSTILE = [
  'C1: \u0080 \u0085 \u009b31m \u009d0;title\u009c',
  'bidirectional: \u202e txt.exe \u2066\u2069 \u200f \u061c',
  'lines: \u2028 \u2029 \u0085 \r\n',
  'C0: \u0000 \u001b[2J \u007f',
  'invisible: \u200b \ufeff \u00ad \u{e0041}',
];

function linesOf(work: (log: ReturnType<typeof createLogger>) => void): string[] {
  const lines: string[] = [];
  const log = createLogger({ logLevel: 'info' });
  // Where the lines go is not what this is about.
  Object.assign(log, { [pino.symbols.streamSym]: { write: (line: string) => lines.push(line) } });
  work(log);
  return lines;
}

describe('a line of the log', () => {
  it.each(HOSTILE)('shows no control as it is, wherever it stands: %j', (text) => {
    const lines = linesOf((log) => {
      log.info({ path: text, [text]: 1, deep: { list: [text] } }, text);
      log.child({ address: text }).warn(text);
      log.error({ error: new Error(text) }, 'failed');
    });
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(line).not.toMatch(UNSEEN);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ path: text, [text]: 1, msg: text });
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ address: text, msg: text });
  });

  it('keeps what can be read', () => {
    const text = 'İstanbul, ğüşıöç, 日本語, 🦆, عربي';
    const [line = ''] = linesOf((log) => log.info({ text }, text));
    expect(line).toContain(text);
  });
});
