import * as z from 'zod';
import { lineField } from './fields.ts';
import { SCREEN_TEXTS, type ScreenTexts } from './screen-texts.ts';

const LABELS: ScreenTexts = {
  notFoundHeading: 'Missing page: heading',
  notFoundText: 'Missing page: text',
  notFoundButton: 'Missing page: button',
  maintenanceHeading: 'Maintenance: heading',
  maintenanceButton: 'Maintenance: button',
  loginHeading: 'Sign-in: heading',
  loginHint: 'Sign-in: hint',
};

function textField(name: keyof ScreenTexts) {
  const max = name.endsWith('Button') ? 30 : name.endsWith('Heading') ? 60 : 200;
  return lineField({ label: LABELS[name], max, help: `Empty: ${SCREEN_TEXTS[name]}` });
}

const names = Object.keys(SCREEN_TEXTS) as (keyof ScreenTexts)[];

export const screensSchema = z.object(
  Object.fromEntries(names.map((name) => [name, textField(name)])) as Record<
    keyof ScreenTexts,
    ReturnType<typeof textField>
  >,
);
