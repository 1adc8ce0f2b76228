import { expect, it } from 'vitest';
import { ADMIN_ROLES } from '#shared/admin-users/values.ts';
import { homeOf } from './role.ts';
import { accessOf, SCREENS } from './screens.ts';

it('gives each screen its own letter', () => {
  const letters = SCREENS.map(({ letter }) => letter);
  expect(new Set(letters).size).toBe(letters.length);
});

it('asks for what the screen or its tab does', () => {
  expect(
    [
      '/admin',
      '/admin/',
      '/admin?tab=overview',
      '/admin?tab=ddos&view=events',
      '/admin/orders?order=1',
      '/admin/contact-audit?range=1h',
      '/admin/settings',
      '/admin/security',
      '/admin/security?tab=administrators',
      '/admin/some-later-screen',
    ].map(accessOf),
  ).toEqual([
    'work',
    'work',
    'work',
    'administration',
    'work',
    'audit',
    'administration',
    'own',
    'administration',
    'work',
  ]);
});

it('leads each role to a screen of its own', () => {
  expect(ADMIN_ROLES.map((role) => homeOf(role).path)).toEqual([
    '/admin',
    '/admin',
    '/admin/contact-audit',
  ]);
  expect(homeOf(null).path).toBe('/admin/security');
});
