import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Their modules keep nothing that a test could leave behind: a process for each of their files would take longer than the tests. */
const packages = readdirSync(new URL('packages', import.meta.url)).map((name) => `packages/${name}`)
const SHARE_A_PROCESS = [...packages, 'scripts', 'bench', 'faults']

/** One run over every workspace; each project keeps its own configuration where it has one. */
export default defineConfig({
  test: {
    projects: [
      'apps/*',
      // The time ends what hangs: some of the scripts' tests read all of the source.
      ...SHARE_A_PROCESS.map((root) => ({ root, test: { name: basename(root), isolate: false, testTimeout: 20_000 } })),
    ],
  },
})
