import { defineConfig } from 'vitest/config'

/** One run over every workspace; each project keeps its own configuration where it has one. */
export default defineConfig({
  test: {
    projects: ['packages/*', 'apps/*', 'scripts', 'bench', 'faults'],
  },
})
