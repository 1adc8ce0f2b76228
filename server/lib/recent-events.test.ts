import { expect, it } from 'vitest';
import { createRecentEvents } from './recent-events.ts';

it('tells many events within a time from as many over a longer one', () => {
  let now = 0;
  const events = createRecentEvents(3, 250, () => now);
  for (const at of [0, 100, 200]) {
    expect(events.areMany()).toBe(false);
    now = at;
    events.add();
  }
  expect(events.areMany()).toBe(true);
  now = 249;
  expect(events.areMany()).toBe(true);
  now = 250;
  expect(events.areMany()).toBe(false);
});
