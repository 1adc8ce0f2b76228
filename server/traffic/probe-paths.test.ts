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
      // How much of it is handed on to the comparisons.
      const lower = vi.spyOn(String.prototype, 'toLowerCase');
      isProbePath(path);
      const compared = lower.mock.contexts.map((text) => String(text).length);
      lower.mockRestore();
      expect(compared.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(200);
      expect(isProbePath(path.slice(0, 190) + '/.env')).toBe(true);
    }
  });
});
