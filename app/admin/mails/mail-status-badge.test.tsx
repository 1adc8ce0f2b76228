// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { MailStatusBadge } from './mail-status-badge.tsx';

afterEach(cleanup);

it.each([
  ['smtp', 'Sent'],
  ['file', 'Saved, not sent: no mail server'],
] as const)('shows a delivered email by its transport: %s', (transport, label) => {
  const { container } = render(<MailStatusBadge status="sent" transport={transport} />);
  expect(container.textContent).toBe(label);
});
