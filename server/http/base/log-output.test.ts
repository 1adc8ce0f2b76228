import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogOutput, MAX_PENDING_LOG } from './log-output.ts';

type Done = (error: NodeJS.ErrnoException | null, written: number) => void;

/** A file that takes everything, nothing, or fails, as the test says. */
function createSink() {
  let text = '';
  let mode: 'take' | 'stall' | 'fail' = 'take';
  let stalled: (() => void) | null = null;
  function write(bytes: Buffer, done: Done): void {
    if (mode === 'fail') done(Object.assign(new Error('no space left'), { code: 'ENOSPC' }), 0);
    else if (mode === 'stall') stalled = () => write(bytes, done);
    else {
      text += bytes.toString();
      done(null, bytes.length);
    }
  }
  return {
    sink: { write, writeLast: (bytes: Buffer) => void (text += bytes.toString()) },
    text: () => text,
    set: (next: typeof mode) => {
      mode = next;
      if (mode !== 'stall') stalled?.();
      stalled = null;
    },
  };
}

const LINE = `${'x'.repeat(999)}\n`;
const ROOM = Math.floor(MAX_PENDING_LOG / LINE.length);

describe('the output of a log', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each(['stall', 'fail'] as const)(
    'holds lines up to a bound while the file can %s, counts the others and says so once',
    async (mode) => {
      const { sink, text, set } = createSink();
      const output = createLogOutput(sink);
      set(mode);
      output.write('first\n');
      await vi.advanceTimersByTimeAsync(1);
      for (let line = 0; line < ROOM + 250; line += 1) output.write(LINE);
      output.write('two lines\nat once\n');
      expect(output.droppedLines()).toBe(252);

      set('take');
      await vi.advanceTimersByTimeAsync(1_000);
      output.write('after\n');
      await vi.advanceTimersByTimeAsync(1_000);
      const lines = text().split('\n');
      expect(lines.slice(0, 2)).toEqual(['first', LINE.trimEnd()]);
      expect(lines).toHaveLength(1 + ROOM + 2 + 1);
      expect(JSON.parse(lines.at(-3) ?? '')).toMatchObject({ level: 40, dropped: 252 });
      expect(lines.slice(-2)).toEqual(['after', '']);
    },
  );

  it('writes the lines of one turn together and in order, also what was taken in part', async () => {
    let text = '';
    const first: string[] = [];
    const output = createLogOutput({
      write(bytes, done) {
        first.push(bytes.toString());
        text += bytes.toString('utf8', 0, 3);
        done(null, Math.min(3, bytes.length));
      },
      writeLast: () => undefined,
    });
    for (const line of ['one\n', 'two\n', 'three\n']) output.write(line);
    expect(text).toBe('');
    await vi.advanceTimersByTimeAsync(1);
    expect(first[0]).toBe('one\ntwo\nthree\n');
    expect(text).toBe('one\ntwo\nthree\n');
  });

  it('waits for what is held, and no longer than it is told', async () => {
    const { sink, set } = createSink();
    const output = createLogOutput(sink);
    set('stall');
    output.write('last words\n');
    let isDrained = false;
    void output.drain(1_000).then(() => (isDrained = true));
    await vi.advanceTimersByTimeAsync(999);
    expect(isDrained).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isDrained).toBe(true);
    const drained = output.drain(60_000);
    set('take');
    await drained;
  });
});
