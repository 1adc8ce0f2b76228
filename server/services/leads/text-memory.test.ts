import { expect, it } from 'vitest';
import { createTextMemory } from './text-memory.ts';

const TEXT = 'We offer first-class links for your shop, write to us today.';
const HOUR_MS = 60 * 60 * 1_000;

function memoryAt(capacity?: number) {
  const clock = { ms: 0 };
  const memory = createTextMemory({ monotonicNow: () => clock.ms, ...(capacity && { capacity }) });
  return { clock, memory };
}

it.each([
  'WE OFFER FIRST-CLASS LINKS FOR YOUR SHOP, WRITE TO US TODAY!!!',
  '  we offer first class\n\nlinks … for your shop — write to us today ',
  'Ｗe offer first-class links for your shop, write to us today.',
  'We offer first-class\u200b links for your\u00ad shop, write to us today.',
])('takes %j for the same text', (variant) => {
  const { memory } = memoryAt();
  memory.count(TEXT, 'a');
  expect(memory.count(variant, 'b')).toBe(2);
});

it('counts different submissions of one text, each once, but not what people write without copying', () => {
  const { memory } = memoryAt();
  for (const submission of ['a', 'b', 'c', 'd']) {
    expect(memory.count('Please call me back!', submission)).toBe(1);
    expect(memory.count('👍👍👍👍👍👍👍👍👍👍👍👍👍👍', submission)).toBe(1);
  }
  expect(memory.size).toBe(0);
  for (let tries = 0; tries < 10; tries += 1) expect(memory.count(TEXT, 'a')).toBe(1);
  expect(memory.count(TEXT, 'b')).toBe(2);
  expect(memory.count('Another text that nobody else has sent.', 'c')).toBe(1);
  expect(memory.count(TEXT, 'd')).toBe(3);
  expect(memory.count(`${TEXT} 1`, 'a')).toBe(1);
  expect(memory.count(`${TEXT} 2`, 'b')).toBe(1);
});

it('forgets after an hour', () => {
  const { clock, memory } = memoryAt();
  memory.count(TEXT, 'a');
  clock.ms = HOUR_MS / 2;
  expect(memory.count(TEXT, 'b')).toBe(2);
  clock.ms = HOUR_MS;
  expect(memory.count(TEXT, 'c')).toBe(2);
  clock.ms = 3 * HOUR_MS;
  expect(memory.count(TEXT, 'd')).toBe(1);
});

it('stays bounded, and keeps what is still being sent', () => {
  const { memory } = memoryAt(100);
  memory.count(TEXT, 'first');
  for (let index = 0; index < 5_000; index += 1) {
    memory.count(`a text of its own, number ${index}, as filling`, 'x');
    if (index % 50 === 0) memory.count(TEXT, `again ${index}`);
  }
  expect(memory.size).toBe(100);
  expect(memory.count(TEXT, 'last')).toBe(8);
});
