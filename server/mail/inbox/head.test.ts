import { describe, expect, it } from 'vitest';
import { readHead } from './head.ts';

const read = (...lines: string[]) =>
  readHead(Buffer.from(`${lines.join('\r\n')}\r\n\r\nTo: body@x`));

describe('readHead', () => {
  it('reads what says where a mail belongs, the nearest mail first', () => {
    const head = read(
      'Message-Id: <own@x>',
      'In-Reply-To:',
      ' <parent@x> (of Monday)',
      'References: <first@x> <parent@x>\r\n\t<second@x>',
      'From: "A, B" <Gokce@Example.com>',
      'To: hello@vitrin.example',
      'Delivered-To: a@x',
      'Delivered-To: b@x',
    );
    expect(head).toMatchObject({
      messageId: '<own@x>',
      references: ['<parent@x>', '<second@x>', '<first@x>'],
      from: 'gokce@example.com',
      isAutomatic: false,
      isReport: false,
    });
    expect(head.recipients).toContain('a@x, b@x');
    expect(head.recipients).not.toContain('body@x');
  });

  it('gives a mail without a Message-ID one of its bytes', () => {
    const id = read('From: a@b.example').messageId;
    expect(id).toMatch(/^<[0-9a-f]{64}@no-message-id\.invalid>$/u);
    expect(read('From: a@b.example').messageId).toBe(id);
    expect(read('From: c@b.example').messageId).not.toBe(id);
  });

  it('reads an id without its zero bytes, and takes none that could not be looked up', () => {
    const head = read('Message-ID: <a\0b@x>', 'References: <c\0@x> <ş@x> <d@x>');
    expect(head.references).toEqual(['<d@x>', '<c@x>']);
    expect(head.messageId).toBe('<ab@x>');
  });

  it('tells machines and reports', () => {
    expect(read('Auto-Submitted: auto-generated').isAutomatic).toBe(true);
    expect(read('List-Id: <news.x>').isAutomatic).toBe(true);
    expect(read('Auto-Submitted: no').isAutomatic).toBe(false);
    const type = 'Content-Type: multipart/report;\r\n report-type="delivery-status"; boundary=x';
    expect(read(type).isReport).toBe(true);
    expect(read('Content-Type: multipart/report; report-type=feedback-report').isReport).toBe(
      false,
    );
  });

  it('takes time that grows with the length alone', () => {
    const hostile = [
      'References: '.concat('<a@b> '.repeat(200_000)),
      'X: y\r\n'.repeat(200_000),
      '\r\n '.repeat(300_000),
      'To: '.concat('a'.repeat(1_000_000)),
      'To: x\r\n'.repeat(3_000),
      `From: ${'<'.repeat(1_000_000)}`,
    ];
    for (const text of hostile) {
      const started = performance.now();
      const { references } = readHead(Buffer.from(text));
      expect(references.length).toBeLessThanOrEqual(60);
      expect(performance.now() - started).toBeLessThan(1_500);
    }
  });
});
