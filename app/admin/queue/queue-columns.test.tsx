// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { QueueItem } from '#shared/queue/admin-schema.ts';
import { QUEUE_SCREEN_MESSAGES as messages } from './messages.ts';
import { queueColumns } from './queue-columns.tsx';

afterEach(cleanup);

it('says on which day the next step is, as other dates of the back office', () => {
  const item: Partial<QueueItem> = { nextStep: 'Send the offer', nextStepOn: '2026-01-05' };
  const actions = { open: vi.fn(), settle: vi.fn(), snooze: vi.fn(), reload: vi.fn() };
  const column = queueColumns(actions).find(({ label }) => label === messages.nextStep);
  render(<>{column?.renderCell(item as QueueItem, 0)}</>);
  expect(screen.getByText('Jan 05, 2026')).toBeTruthy();
});
