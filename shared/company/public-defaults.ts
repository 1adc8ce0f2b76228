import { COMPANY } from './values.ts';

const SAMPLE = {
  name: 'Vitrin Software',
  email: 'hello@vitrin.example',
  phone: '+90 312 555 01 00',
  address: 'Atatürk Bulvarı 101, Kızılay, 06420 Ankara, Turkey',
} satisfies Partial<typeof COMPANY>;

export function listPublicDefaults(company: Readonly<Record<string, unknown>> = COMPANY): string[] {
  return Object.entries(SAMPLE).flatMap(([name, value]) =>
    company[name] === value ? [value] : [],
  );
}
