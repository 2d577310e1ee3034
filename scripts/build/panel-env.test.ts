import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { root } from '../bootstrap.mjs'

let outDir: string
beforeEach(() => {
  outDir = mkdtempSync(join(tmpdir(), 'prosa-panel-'))
})
afterEach(() => rmSync(outDir, { recursive: true }))

it('ENV-02 ENV-03 a build of the panel by itself stops where variables are missing', () => {
  const { PATH, HOME } = process.env
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--outDir', outDir, '--logLevel', 'error'],
    { cwd: join(root, 'apps/panel'), env: { PATH, HOME, VITE_APP_NAME: 'Prosa' }, encoding: 'utf8' },
  )
  expect(status).toBe(1)
  expect(stderr).toContain('Missing required environment variables: VITE_API_BASE_URL')
})
