// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#app/admin/data/query-client.ts';
import { fillTemplate } from '#shared/conversations/values.ts';
import { isOpenAt } from '#shared/office-hours/due-at.ts';
import { DEFAULT_OFFICE_HOURS } from '#shared/office-hours/values.ts';
import { stubApi } from '#tests/support/browser/admin-queries.tsx';
import { listSnoozeTimes, SNOOZE_VALUES, SnoozeSelect } from './snooze-select.tsx';

const onSnooze = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00') });
  stubApi(() => ({}));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SnoozeSelect aria-label="Snooze it" value={SNOOZE_VALUES.unchanged} onSnooze={onSnooze}>
        <option value={SNOOZE_VALUES.unchanged}>Snooze...</option>
        <option value={SNOOZE_VALUES.off}>Back now</option>
      </SnoozeSelect>
    </QueryClientProvider>,
  );
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

function choose(label: string) {
  const { value } = screen.getByRole<HTMLOptionElement>('option', { name: label });
  fireEvent.change(screen.getByRole('combobox'), { target: { value } });
}

function snoozeUntil(value: string) {
  choose('Another day and time...');
  fireEvent.change(screen.getByLabelText('Until'), { target: { value } });
  fireEvent.click(screen.getByRole('button', { name: 'Snooze' }));
}

describe('a snooze', () => {
  it('lasts until any time of the next 90 days', () => {
    snoozeUntil('2026-11-26T08:15');
    expect(onSnooze).toHaveBeenCalledExactlyOnceWith(new Date('2026-11-26T08:15'));
    expect(screen.queryByLabelText('Until')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('combobox'));
  });

  it.each(['', '2026-11-23T11:59', '2027-02-21T12:01'])('does not last until %j', (time) => {
    snoozeUntil(time);
    expect(onSnooze).not.toHaveBeenCalled();
  });

  it('has the usual times, and an end; what is chosen already changes nothing', () => {
    choose('Another day and time...');
    choose('Snooze...');
    expect(screen.queryByLabelText('Until')).toBeNull();
    expect(onSnooze).not.toHaveBeenCalled();
    choose('Back now');
    expect(onSnooze).toHaveBeenLastCalledWith(null);
    choose('For an hour');
    expect(onSnooze).toHaveBeenLastCalledWith(new Date('2026-11-23T13:00'));
  });
});

it.each([
  [0, ['hour', 'tomorrow', 'monday']],
  [1, ['hour', 'tomorrow', 'monday', 'week']],
  [4, ['hour', 'monday', 'week']],
  [5, ['hour', 'monday', 'opening']],
  [6, ['hour', 'tomorrow', 'opening']],
])('offers each open time once, %i days after a Monday', (days, labels) => {
  const now = Date.UTC(2026, 10, 23 + days, 10, 30);
  const choices = listSnoozeTimes(now, DEFAULT_OFFICE_HOURS);
  expect(choices.map(([label]) => label)).toEqual(labels);
  for (const [, at] of choices.slice(1)) {
    expect(Date.parse(at)).toBeGreaterThan(now);
    expect(isOpenAt(new Date(at), DEFAULT_OFFICE_HOURS)).toBe(true);
    expect(at).toMatch(/T06:00:00\.000Z$/);
  }
});

it('snoozes until the office opens, not until a holiday', () => {
  const hours = {
    ...DEFAULT_OFFICE_HOURS,
    exceptions: [{ from: '2026-11-24', to: '2026-11-24', name: 'Closed', open: [] }],
  };
  const choices = listSnoozeTimes(Date.UTC(2026, 10, 23, 12), hours);
  expect(choices[1]).toEqual(['opening', '2026-11-25T06:00:00.000Z']);
});

it('fills in what is known of an enquiry, once, and leaves the rest for its author to see', () => {
  const values = { name: 'Gökçe {admin}', reference: null, admin: 'selin' };
  expect(fillTemplate('Dear {name}: {reference} {admin} {other}', values)).toBe(
    'Dear Gökçe {admin}: {reference} selin {other}',
  );
});
