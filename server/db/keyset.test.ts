import { describe, expect, it } from 'vitest';
import { ServiceError } from '#server/core/errors.ts';
import { formatCursor, isBehind, parseCursor, takePage } from './keyset.ts';

const ID = '01a1fe83-b934-7086-afd5-e8cae0ae2e67';

describe('the mark of a page', () => {
  it('comes back as it was', () => {
    for (const value of ['2026-11-21T12:00:00.000Z', 'Özlem Öztürk', '']) {
      expect(parseCursor(formatCursor({ value, id: ID }))).toEqual({ value, id: ID });
    }
  });

  it.each([
    '',
    'x',
    '!!',
    Buffer.from('{}').toString('base64url'),
    Buffer.from('[1,2]').toString('base64url'),
    Buffer.from('["x","y"]').toString('base64url'),
    Buffer.from(JSON.stringify(['a\0', ID])).toString('base64url'),
    Buffer.from(JSON.stringify(['x'.repeat(301), ID])).toString('base64url'),
    Buffer.from(JSON.stringify(['x', `${ID}'; --`])).toString('base64url'),
  ])('is not %j', (text) => {
    expect(parseCursor(text)).toBeNull();
  });

  it.each(['yesterday', '2026-13-41T12:00:00.000Z', '+275760-09-13T00:00:00.000Z', '', 'infinity'])(
    'is refused for a list by time when it says %j',
    (value) => {
      const order = { column: 'createdAt', type: 'timestamptz', direction: 'desc' } as const;
      expect(() => isBehind({ value, id: ID }, order)).toThrow(ServiceError);
    },
  );

  it('stands behind the last row of a page that has a successor', () => {
    const rows = [1, 2, 3].map((n) => ({ n }));
    const cursorOf = ({ n }: { n: number }) => ({ value: String(n), id: ID });
    expect(takePage(rows, 3, cursorOf)).toEqual({ items: rows, nextCursor: null });
    const { items, nextCursor } = takePage(rows, 2, cursorOf);
    expect(items).toEqual(rows.slice(0, 2));
    expect(parseCursor(nextCursor ?? '')).toEqual({ value: '2', id: ID });
  });
});
