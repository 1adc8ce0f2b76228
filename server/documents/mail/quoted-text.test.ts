import { describe, expect, it } from 'vitest';
import { divideText } from './quoted-text.ts';

const OUR_WORDS = 'Merhaba,\nSalı günü 10:00 uygun mu?';
const QUOTED = OUR_WORDS.split('\n')
  .map((line) => `> ${line}`)
  .join('\n');

const RLM = '\u200F';

const INTRODUCTIONS = {
  'Gmail, English': `On Mon, Nov 23, 2026 at 3:04 PM Vitrin <hello@vitrin.example> wrote:\n\n${QUOTED}`,
  'Gmail, English, folded': `On Mon, Nov 23, 2026 at 3:04 PM Vitrin of Ankara <\nhello@vitrin.example> wrote:\n\n${QUOTED}`,
  'Gmail, Turkish': `Vitrin <hello@vitrin.example>, 23 Kas 2026 Pzt, 15:04 tarihinde\nşunu yazdı:\n\n${QUOTED}`,
  'Gmail, Arabic': `${RLM}في الاثنين، 23 نوفمبر 2026 في 3:04 م تمت كتابة ما يلي بواسطة ${RLM}Vitrin\u00A0<${RLM}hello@vitrin.example${RLM}>:${RLM}\n\n${QUOTED}`,
  'Apple Mail, English': `> On 23. Nov 2026, at 15:04, Vitrin <hello@vitrin.example> wrote:\n> \n${QUOTED}`,
  'Apple Mail, Turkish': `Vitrin <hello@vitrin.example> şunları yazdı (23 Kas 2026 15:04):\n\n${QUOTED}`,
  'Apple Mail, Arabic': `في ٢٣ نوفمبر ٢٠٢٦، الساعة ٣:٠٤ م، كتب Vitrin <hello@vitrin.example>:\n\n${QUOTED}`,
  'Outlook, English': `-----Original Message-----\nFrom: Vitrin <hello@vitrin.example>\nSent: Monday, November 23, 2026 3:04 PM\nTo: Gökçe\nSubject: RE: We have your order\n\n${OUR_WORDS}`,
  'Outlook, Turkish': `-----Özgün İleti-----\nKimden: Vitrin <hello@vitrin.example>\nGönderildi: 23 Kasım 2026 Pazartesi 15:04\nKime: Gökçe\nKonu: RE: We have your order\n\n${OUR_WORDS}`,
  'Outlook on the web': `________________________________\nFrom: Vitrin <hello@vitrin.example>\nSent: Monday, November 23, 2026 3:04 PM\nTo: Gökçe\nSubject: Re: We have your order\n\n${OUR_WORDS}`,
  'Outlook on the web, Turkish': `________________________________\nGönderen: Vitrin <hello@vitrin.example>\nGönderildi: 23 Kasım 2026 Pazartesi 15:04\nKime: Gökçe\nKonu: Re: We have your order\n\n${OUR_WORDS}`,
  'Outlook, Arabic': `${RLM}من: Vitrin <hello@vitrin.example>\n${RLM}تاريخ الإرسال: الاثنين، 23 نوفمبر 2026 03:04 م\nإلى: Gökçe\nالموضوع: رد: We have your order\n\n${OUR_WORDS}`,
  'Outlook for iPhone': `*From:* Vitrin <hello@vitrin.example>\n*Date:* Monday, November 23, 2026\n*To:* Gökçe\n*Subject:* Re: We have your order\n\n${OUR_WORDS}`,
  'Thunderbird, German': `Am 23.11.26 um 15:04 schrieb Vitrin:\n${QUOTED}`,
  'quotes without an introduction': QUOTED,
};

it.each(Object.entries(INTRODUCTIONS))('what a reply quotes is folded: %s', (_, introduction) => {
  const words = 'Evet, uygun.\n\nSaat 10:00’da: bekliyorum.\nİyi günler';
  const divided = divideText(`${words}\n\n${introduction}\n`);
  expect(divided.text).toBe(words);
  expect(divided.quoted).toContain('Salı günü 10:00 uygun mu?');
  expect(divideText(`${words}\n\n${introduction}`.replaceAll('\n', '\r\n'))).toEqual(divided);
});

describe('divideText', () => {
  it.each([
    ['with answers between the lines', `> Salı uygun mu?\n\nEvet.\n\n> Kaç kişi?\n\nÜç.`],
    ['that is nothing but quotes', QUOTED],
    [
      'without quotes',
      `From: Ankara\nTo: İzmir\n\nOn Monday 3 people wrote: we come.\nTarih: yarın\n-- \nGökçe`,
    ],
    ['without words', ''],
  ])('shows a mail whole %s', (_, mail) => {
    expect(divideText(mail)).toEqual({ text: mail, quoted: null });
  });

  it('takes an answer below one quote', () => {
    const quoted = `On 23 Nov 2026, Vitrin wrote:\n${QUOTED}`;
    expect(divideText(`${quoted}\n\nEvet.`)).toEqual({ text: 'Evet.', quoted });
  });

  it('takes time that grows with the length alone', () => {
    const hostile = [
      'On 1 '.repeat(40_000),
      'On 1\n'.repeat(40_000),
      '> a\n\nb\n'.repeat(30_000),
      '-'.repeat(200_000),
      `${'From: a\n'.repeat(25_000)}x`,
      '\u200F'.repeat(200_000),
      'في 1 كتب '.repeat(20_000),
      '\n'.repeat(200_000),
    ];
    for (const text of hostile) {
      const started = performance.now();
      divideText(text);
      expect(performance.now() - started).toBeLessThan(1_500);
    }
  });
});
