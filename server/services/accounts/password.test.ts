import { describe, expect, it } from 'vitest';
import {
  findPasswordProblem,
  generatePassword,
  hashPassword,
  isPasswordCorrect,
} from './password.ts';

describe('findPasswordProblem', () => {
  it.each([
    'password1234',
    'Password!2024',
    'P4ssw0rd1234',
    '123456789012',
    'qwertyuiop12',
    'QWERTYUIOPasdf',
    'adminadminadmin',
    'Administrator1',
    'aaaaaaaaaaaaaaaa',
    'letmeinplease1',
    'correcthorsebatterystaple',
    'ozlem.o-ozlem.o-99',
    'zyxwvutsrqpo',
    'iloveyou1234',
  ])('refuses the common password %s', (password) => {
    expect(findPasswordProblem(password, 'ozlem.o')).toMatch(/too common/);
  });

  it('refuses a wrong length and what cannot be hashed as it stands, and accepts others', () => {
    const expectProblem = (password: string) =>
      expect(findPasswordProblem(password, 'admin'), password);
    for (const password of ['short', 'elevenchars', 'x'.repeat(73), 'ğ'.repeat(37)]) {
      expectProblem(password).toMatch(/12 to 72 bytes/);
    }
    for (const part of ['\0', '\ud800']) {
      expectProblem(`kettle${part}harbour9`).toMatch(/cannot be used/);
    }
    const good = ['kettle-harbour-9', '8472!me93847xQ', 'bir kedi gördüm', 'şçöğüıəžñéà'];
    for (const password of [...good, '}{*&^%$#@~|q']) expectProblem(password).toBeNull();
  });
});

it('makes good passwords of 20 characters that cannot be misread', () => {
  const passwords = Array.from({ length: 200 }, generatePassword);
  expect(new Set(passwords).size).toBe(200);
  for (const password of passwords) {
    expect(password).toMatch(/^[a-zA-Z2-9]{20}$/);
    expect(password).not.toMatch(/[0O1lIio]/);
    expect(findPasswordProblem(password, 'admin')).toBeNull();
  }
});

it('rejects what is right up to the 72nd byte, where bcrypt stops reading', async () => {
  const password = 'x'.repeat(72);
  const hash = await hashPassword(password);
  expect(await isPasswordCorrect(password, hash)).toBe(true);
  expect(await isPasswordCorrect(`${password}y`, hash)).toBe(false);
});
