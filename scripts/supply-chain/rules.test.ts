import { describe, expect, it } from 'vitest';
import {
  compareComponents,
  compareVersions,
  findInstallScripts,
  findLicences,
  findMissingBuilds,
  findOldVersions,
  findYoungVersions,
} from './rules.ts';

describe('compareVersions', () => {
  it.each([
    ['4.9.0', '4.12.21', -1],
    ['4.12.21', '4.12.21', 0],
    ['5.0.0', '4.12.21', 1],
    ['4.12.21-rc.1', '4.12.21', 0],
  ])('compares %s with %s by number', (a, b, sign) => {
    expect(Math.sign(compareVersions(a, b))).toBe(sign);
  });
});

describe('findOldVersions', () => {
  it('names a package below the fix, however deep it lies', () => {
    const packages = {
      '': { version: '1.0.0' },
      'node_modules/hono': { version: '4.12.21' },
      'node_modules/tool/node_modules/hono': { version: '4.12.20' },
    };
    expect(findOldVersions(packages)).toEqual([
      expect.stringContaining('node_modules/tool/node_modules/hono 4.12.20'),
    ]);
  });
});

describe('findYoungVersions', () => {
  const now = new Date('2026-03-08T12:00:00Z');
  const packages = { 'node_modules/hono': { version: '4.12.21' } };
  const yesterday = { 'hono@4.12.21': '2026-03-07T12:00:00Z' };

  it('accepts what has been public for a week', () => {
    const published = { 'hono@4.12.21': '2026-03-01T12:00:00Z' };
    expect(findYoungVersions(packages, published, now, {})).toEqual([]);
  });

  it('accepts what is younger for a reason', () => {
    const reasons = { 'hono@4.12.21': 'mends an advisory' };
    expect(findYoungVersions(packages, yesterday, now, reasons)).toEqual([]);
  });

  it.each([
    ['younger', yesterday],
    ['without a date', {}],
    ['locked no more', { 'hono@4.12.21': '2025-01-01T00:00:00Z', 'hono@4.1.0': '' }],
  ])('names what is %s', (_, published) => {
    expect(findYoungVersions(packages, published, now, {})).toEqual([
      expect.stringContaining('hono@4.1'),
    ]);
  });
});

describe('findLicences', () => {
  it('accepts every part of "and" and one part of "or"', () => {
    const packages = {
      'node_modules/a': { license: 'MIT' },
      'node_modules/b': { license: '(MIT OR GPL-3.0)' },
      'node_modules/c': { license: 'MIT AND GPL-3.0' },
      'node_modules/d': {},
    };
    expect(findLicences(packages)).toEqual([
      'node_modules/c has the licence MIT AND GPL-3.0',
      'node_modules/d has the licence no licence',
    ]);
  });
});

describe('findInstallScripts', () => {
  const packages = {
    'node_modules/bcrypt': { hasInstallScript: true },
    'node_modules/new': { hasInstallScript: true },
  };

  it('names a script that nobody has decided about, and a decision about none', () => {
    expect(findInstallScripts(packages, { bcrypt: true, gone: true })).toEqual([
      expect.stringContaining('new has an install script'),
      expect.stringContaining('gone, which has none'),
    ]);
  });

  it('accepts a denial', () => {
    expect(findInstallScripts(packages, { bcrypt: true, new: false })).toEqual([]);
  });
});

describe('findMissingBuilds', () => {
  it('finds builds beside the package and above it', () => {
    const packages = {
      'node_modules/a': { optionalDependencies: { 'a-linux': '1.0.0' } },
      'node_modules/a-linux': {},
      'node_modules/a/node_modules/b': { optionalDependencies: { 'b-linux': '1', 'b-mac': '1' } },
      'node_modules/a/node_modules/b-linux': {},
    };
    expect(findMissingBuilds(packages)).toEqual([
      'the lock file lacks builds of b for other systems: b-mac',
    ]);
  });
});

describe('compareComponents', () => {
  it('names what is left out and what is made up', () => {
    const packages = {
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b': { version: '2.0.0' },
    };
    expect(
      compareComponents(packages, [
        { name: 'a', version: '1.0.0' },
        { name: 'x', version: '1.0.0' },
      ]),
    ).toEqual(['npm sbom leaves out b@2.0.0', 'npm sbom invents x@1.0.0']);
  });
});
