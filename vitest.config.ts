import { defineConfig } from 'vitest/config';

const unit = [
  'shared/**/*.test.ts',
  'app/**/*.test.ts',
  'server/traffic/**/*.test.ts',
  'server/http/**/*.test.ts',
  'server/*.test.ts',
  'scripts/**/*.test.ts',
];

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: unit } },
      { test: { name: 'ui', include: ['app/**/*.test.tsx'], environment: 'jsdom' } },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: unit,
          globalSetup: './tests/support/global-setup.ts',
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: './tests/support/global-setup.ts',
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
