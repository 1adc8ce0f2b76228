import { expect, it } from 'vitest';
import { idEndOf, messageReference } from './reference.ts';

const ID = '0193a5b4-7c1e-7d2f-8a6b-123f9a01bc5d';

it('names a message by the end of its id, and reads it as a person writes it', () => {
  const reference = messageReference(ID);
  expect(reference).toBe('M-3F9A01BC5D');
  expect(messageReference(ID, 'EGE')).toBe('EGE-3F9A01BC5D');
  for (const text of [reference, 'EGE-3F9A01BC5D', reference.toLowerCase(), `  ${reference}\n`]) {
    expect(ID.endsWith(idEndOf(text) ?? 'nothing'), text).toBe(true);
  }
  const others = ['', 'M-', 'M-3F9A01BC5', 'M-3F9A01BC5DD', 'VITRI-3F9A01BC5D', 'M-3F9A01BC5G', ID];
  for (const text of others) expect(idEndOf(text), text).toBeNull();
});
