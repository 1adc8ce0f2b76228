import { expect, it } from 'vitest';
import { ADMIN_EVENT_TYPES, BLOCK_EVENT_TYPE, formatEventType } from './values.ts';

it('names every event in words', () => {
  for (const type of [...ADMIN_EVENT_TYPES, BLOCK_EVENT_TYPE, 'elevated_threat']) {
    expect(formatEventType(type)).toMatch(/^[A-Z][\w -]+$/);
    expect(formatEventType(type)).not.toContain('_');
  }
  expect(formatEventType('ddos_block')).toBe('Automatic block');
});
