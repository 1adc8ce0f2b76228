// @vitest-environment jsdom
import { cleanup, fireEvent } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderWithQueries, stubApi } from '#tests/support/browser/admin-queries.tsx';
import { MESSAGE_ADMIN_MESSAGES } from '#shared/messages/messages.ts';
import { useLeadRecord } from './use-lead-record.ts';

vi.mock('#app/admin/ui/notify.ts', () => ({ useNotify: vi.fn(), useFailureToast: vi.fn() }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const kind = {
  path: 'messages' as const,
  messages: MESSAGE_ADMIN_MESSAGES,
  describeChange: () => ({ title: '', text: '' }),
};

it.each([
  { isUnseen: false, afterOpening: [false], afterReading: [false] },
  { isUnseen: true, afterOpening: [true], afterReading: [true, false] },
])('opens a message as read: %j', async ({ isUnseen, afterOpening, afterReading }) => {
  const requests = stubApi(() => ({ status: 'new' }));
  const options = { kind, id: 'a', onChanged: () => undefined, isUnseen };
  const { result } = renderWithQueries(useLeadRecord, { initialProps: options });
  await vi.waitFor(() => expect(result.current.data).toBeDefined());
  const backgrounds = () => requests.map(({ isBackground }) => isBackground);
  expect(backgrounds()).toEqual(afterOpening);
  fireEvent.keyDown(document.body);
  fireEvent.wheel(document.body);
  await vi.waitFor(() => expect(backgrounds()).toEqual(afterReading));
});
