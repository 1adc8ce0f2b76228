import { expect, it } from 'vitest';
import type { FormSignals } from '#shared/forms/schema.ts';
import { suspectReasonsOf } from './detect-spam.ts';

const PLAIN = 'We run three depots and need a shipment system by spring.';
const LINKED = 'Our present shop is at https://lojistik.example, please have a look.';

const cases: [string, { text?: string; signals?: FormSignals; sendings?: number }, string[]][] = [
  ['an ordinary form', { signals: { homepage: '', formAge: 90_000 } }, []],
  ['a form without scripts', {}, []],
  ['a form without scripts with an address', { text: LINKED }, []],
  ['a prepared text pasted at once', { signals: { homepage: '', formAge: 900 } }, []],
  ['an address after three seconds', { text: LINKED, signals: { formAge: 3_000 } }, []],
  ['an address before', { text: LINKED, signals: { formAge: 2_999 } }, ['fast']],
  ['an age of zero', { text: LINKED, signals: { formAge: 0 } }, ['fast']],
  ['the hidden field', { signals: { homepage: 'x' } }, ['trap']],
  ['a blank in the hidden field', { signals: { homepage: ' ' } }, ['trap']],
  ['a text for the second time', { sendings: 2 }, []],
  ['a text for the third time', { sendings: 3 }, ['repeated']],
  ['one address and nothing else', { text: 'https://spam.example/buy' }, ['links']],
  ['many addresses', { text: 'http://a.example\nwww.b.example, HTTPS://c.example 1!' }, ['links']],
  ['an address with a word', { text: 'Brief: https://drive.example/brief' }, []],
  ['text without addresses or words', { text: '1234567890 !!' }, []],
  ['names of tools with a dot', { text: 'Node.js and ASP.NET', signals: { formAge: 100 } }, []],
  ['an e-mail address', { text: 'Write to a@b.example now', signals: { formAge: 100 } }, []],
  [
    'everything together',
    { text: 'https://spam.example/buy', signals: { homepage: 'x', formAge: 5 }, sendings: 9 },
    ['trap', 'repeated', 'links', 'fast'],
  ],
];

it.each(cases)('%s', (_, { text = PLAIN, signals = {}, sendings = 1 }, expected) => {
  expect(suspectReasonsOf({ text, signals, sendings })).toEqual(expected);
});

it('reads the longest text in no time', () => {
  const started = performance.now();
  for (const part of ['http://', 'www.', 'https', ' w', 'a']) {
    suspectReasonsOf({ text: part.repeat(2_000), signals: {}, sendings: 1 });
  }
  expect(performance.now() - started).toBeLessThan(200);
});
