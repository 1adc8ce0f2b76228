import { defineConfig } from 'vitest/config';

const unit = [
  'shared/**/*.test.ts',
  'app/**/*.test.ts',
  'server/traffic/**/*.test.ts',
  'server/http/**/*.test.ts',
  'server/{core,forms}/**/*.test.ts',
  'server/{lib,startup}/**/*.test.ts',
  'server/documents/**/*.test.ts',
  'server/mail/**/*.test.ts',
  'scripts/**/*.test.ts',
  'tests/profiles/**/*.test.ts',
];

/** What a busy machine may take for what an idle one does at once. */
const expect = { poll: { timeout: 10_000 } };

/** Files of one worker share their modules: loading those of the server costs a file more than most of its tests. */
const isolate = false;

const onDatabase = {
  isolate,
  globalSetup: './tests/support/global-setup.ts',
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect,
};

export default defineConfig({
  test: {
    // Many tests wait for a timeout or another process: two workers more than the two cores that are taken for granted.
    maxWorkers: 4,
    // As in the browser: on a machine that is busy with something else a test of real processes may miss a moment.
    retry: { count: 1 },
    projects: [
      { test: { name: 'unit', include: unit, isolate, testTimeout: 20_000, expect } },
      { test: { name: 'ui', include: ['app/**/*.test.tsx'], environment: 'jsdom' } },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: unit,
          ...onDatabase,
        },
      },
      {
        test: {
          name: 'attacks',
          include: ['tests/{attacks,faults}/**/*.test.ts'],
          ...onDatabase,
        },
      },
      {
        test: {
          name: 'full',
          include: ['tests/full/**/*.test.ts'],
          ...onDatabase,
          // A watch that ends a process whose input costs too much stays on after its file.
          isolate: true,
        },
      },
    ],
  },
});
