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

  it.each(['short', 'elevenchars', 'x'.repeat(73), 'ğ'.repeat(37)])(
    'refuses %s because of its length',
    (password) => {
      expect(findPasswordProblem(password, 'admin')).toMatch(/12 to 72 bytes/);
    },
  );

  it('refuses what cannot be hashed as it stands', () => {
    expect(findPasswordProblem('kettle\0harbour9', 'admin')).toMatch(/cannot be used/);
    expect(findPasswordProblem('kettle\ud800harbour9', 'admin')).toMatch(/cannot be used/);
  });

  it.each(['kettle-harbour-9', '8472!me93847xQ', 'bir kedi gördüm', 'şçöğüıəžñéà', '}{*&^%$#@~|q'])(
    'accepts %s',
    (password) => {
      expect(findPasswordProblem(password, 'admin')).toBeNull();
    },
  );
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
