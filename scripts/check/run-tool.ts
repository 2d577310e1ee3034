import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap.mjs'

export interface ToolResult {
  readonly ok: boolean
  readonly output: string
}

/** Runs an installed command-line tool and keeps what it says for a failure. */
export const runTool = (name: string, args: readonly string[], cwd = root): ToolResult => {
  const bin = join(root, 'node_modules', '.bin')
  const file = join(bin, process.platform === 'win32' ? `${name}.cmd` : name)
  if (!existsSync(file)) return { ok: false, output: `${name} is not installed` }
  const result = spawnSync(file, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    shell: process.platform === 'win32',
  })
  const output = [result.error?.message, result.stdout, result.stderr].filter(Boolean).join('\n').trim()
  return { ok: result.status === 0, output }
}
