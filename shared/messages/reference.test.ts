import { expect, it } from 'vitest';
import { idEndOf, messageReference } from './reference.ts';

const ID = '0193a5b4-7c1e-7d2f-8a6b-123f9a01bc5d';

it('names a message by the end of its id', () => {
  expect(messageReference(ID)).toBe('M-3F9A01BC5D');
});

it.each([messageReference(ID), messageReference(ID).toLowerCase(), `  ${messageReference(ID)}\n`])(
  'reads %j as the end of the id',
  (text) => {
    expect(ID.endsWith(idEndOf(text) ?? 'nothing')).toBe(true);
  },
);

it.each(['', 'M-', 'M-3F9A01BC5', 'M-3F9A01BC5DD', 'V-3F9A01BC5D', 'M-3F9A01BC5G', ID])(
  'reads %j as no reference',
  (text) => {
    expect(idEndOf(text)).toBeNull();
  },
);
