import { describe, expect, it, vi } from 'vitest';
import { isProbePath } from './probe-paths.ts';

describe('isProbePath', () => {
  it.each([
    '/.env',
    '/.ENV.production',
    '/api/.env',
    '/.git/config',
    '/wp-login.php',
    '/phpMyAdmin/index.php',
    '/actuator/health',
    '/HNAP1',
    '/backup.zip',
    '/db.sql',
    '/index.html.bak',
  ])('knows %s', (path) => {
    expect(isProbePath(path)).toBe(true);
  });

  it.each([
    '/blog',
    '/blog/why-we-moved-from-php',
    '/portfolio/0199f7a2-0000-7000-8000-000000000000',
    '/adminloginpage',
    '/assets/root-B1x_9.js',
    '/media/logo.png',
    '/robots.txt',
    '/.well-known/security.txt',
    // Old links to a site that stood here before.
    '/index.php',
    '/hakkimizda.aspx',
    '/wp-content/uploads/2019/05/logo.png',
  ])('lets %s alone', (path) => {
    expect(isProbePath(path)).toBe(false);
  });

  it('reads no further than 200 characters, however long or hostile a path is', () => {
    const hostile = ['a', '/.', '/wp-', '/.gi', '.', '%2e', 'phpphp', '/'].map((part) =>
      `/${part.repeat(1_000_000)}`.slice(0, 1_000_000),
    );
    for (const path of hostile) {
      expect(isProbePath(`${path}/.env`)).toBe(false);
      expect(workOf(path)).toBeLessThanOrEqual(200);
      expect(isProbePath(path.slice(0, 190) + '/.env')).toBe(true);
    }
  });
});

// How much of a path is handed on to the comparisons.
function workOf(path: string): number {
  const lower = vi.spyOn(String.prototype, 'toLowerCase');
  try {
    isProbePath(path);
    return lower.mock.contexts.reduce<number>((sum, text) => sum + String(text).length, 0);
  } finally {
    lower.mockRestore();
  }
}
