import { defineConfig } from 'vitest/config'

/** One run over every workspace; each project keeps its own configuration where it has one. */
export default defineConfig({
  test: {
    // Vitest leaves one core of two idle unless it is told, and a project's own word for it counts only where the project runs alone.
    maxWorkers: 2,
    projects: ['packages/*', 'apps/*', 'scripts', 'bench', 'faults'],
  },
})
