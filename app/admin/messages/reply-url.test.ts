import { expect, it } from 'vitest';
import { replyUrl } from './reply-url.ts';

const RECEIVED = {
  reference: 'M-3F9A01BC5D',
  name: 'Gökçe Demir',
  email: 'gokce+web@example.com',
  message: 'First line\nSecond & last?',
  createdAt: '2026-11-03T10:00:00.000Z',
};

function reply(changes: Partial<typeof RECEIVED> = {}) {
  return replyUrl({ ...RECEIVED, ...changes }, () => 'Nov 03, 2026', 'Vitrin Software');
}

function bodyOf(url: string): string {
  return new URL(url).searchParams.get('body') ?? '';
}

it('addresses the sender, names the subject and quotes the text', () => {
  const url = new URL(reply());
  expect(url.protocol).toBe('mailto:');
  expect(decodeURIComponent(url.pathname)).toBe('gokce+web@example.com');
  expect(url.searchParams.get('subject')).toBe('Re: Your message M-3F9A01BC5D to Vitrin Software');
  expect(bodyOf(reply())).toBe(
    '\r\n\r\nOn Nov 03, 2026, Gökçe Demir wrote:\r\n> First line\r\n> Second & last?',
  );
});

it.each(['x', 'ş', '😀', '\n'])(
  'cuts a text of 5,000 times %j so that the address fits',
  (letter) => {
    const url = reply({ message: letter.repeat(5_000) });
    expect(url.length).toBeLessThanOrEqual(1_900);
    expect(url.length).toBeGreaterThan(1_850);
    expect(bodyOf(url)).toMatch(/ \[…\]$/);
  },
);

it('lets nothing that was typed add a field or a recipient', () => {
  const url = reply({
    email: 'a@example.com?bcc=evil@example.com',
    name: 'x&bcc=evil@example.com',
    message: 'y&cc=evil@example.com#',
  });
  expect([...new URL(url).searchParams.keys()]).toEqual(['subject', 'body']);
  expect(new URL(url).hash).toBe('');
});

it('leaves no half character behind', () => {
  expect(() => reply({ message: '\ud83d' })).not.toThrow();
});
