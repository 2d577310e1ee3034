import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'server',
    globalSetup: ['src/testing/harness/global-setup.ts'],
    setupFiles: ['src/testing/harness/fail-on-console-error.ts'],
    // A file starts a database of its own; a few at a time fit on two cores.
    maxWorkers: 2,
    // No module of the server keeps anything that a test could leave behind, and loading them all anew for each file took a fifth of the time.
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
