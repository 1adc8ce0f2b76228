import * as z from 'zod';
import { lineField } from './fields.ts';
import { SCREEN_COPY, type ScreenCopy } from './screen-copy.ts';

const LABELS: ScreenCopy = {
  notFoundHeading: 'Missing page: heading',
  notFoundText: 'Missing page: text',
  notFoundButton: 'Missing page: button',
  maintenanceHeading: 'Maintenance: heading',
  maintenanceButton: 'Maintenance: button',
  loginHeading: 'Sign-in: heading',
  loginHint: 'Sign-in: hint',
};

function textField(name: keyof ScreenCopy) {
  const max = name.endsWith('Button') ? 30 : name.endsWith('Heading') ? 60 : 200;
  return lineField({ label: LABELS[name], max, help: `Empty: ${SCREEN_COPY[name]}` });
}

const names = Object.keys(SCREEN_COPY) as (keyof ScreenCopy)[];

export const screensSchema = z.object(
  Object.fromEntries(names.map((name) => [name, textField(name)])) as Record<
    keyof ScreenCopy,
    ReturnType<typeof textField>
  >,
);
