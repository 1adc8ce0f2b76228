import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { NO_COMPANY } from '#shared/company/values.ts';
import { fillFacts } from './facts.ts';
import { formatVersion } from './values.ts';

const FOLDER = join(import.meta.dirname, '../../content/policies');
const COMPANY = { ...NO_COMPANY, name: 'Deniz', legalName: 'Deniz Ltd. Şti.', taxNumber: '123' };

it.each([
  ['2025-01', 'January 2025'],
  ['2026-11-28', 'November 28, 2026'],
  ['2026-11-28-12', 'November 28, 2026'],
])('shows the date of version %s', (version, date) => {
  expect(formatVersion(version)).toBe(date);
});

it('leaves out a list item without its fact', () => {
  const text =
    '[[controller]]\n\n- Tax: [[taxNumber]]\n- KEP: [[kepAddress]]\n- Phone: [[phoneLink]]';
  expect(fillFacts(text, COMPANY)).toBe('Deniz Ltd. Şti.\n\n- Tax: 123');
});

it.each(readdirSync(FOLDER))('fills %s, however little is known of the company', (name) => {
  const filled = fillFacts(readFileSync(join(FOLDER, name), 'utf8'), COMPANY);
  expect(filled.replaceAll('[[retention]]', '')).not.toMatch(
    /\[\[|\]\(\)|\]\(mailto:\)|\]\(tel:\)/,
  );
  expect(filled).not.toMatch(/Vitrin|Ankara|Turkey\b|undefined| {2}|,,| [.,]/);
});
