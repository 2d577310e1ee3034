import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap.mjs'

export interface ToolResult {
  readonly ok: boolean
  readonly output: string
}

const IS_WINDOWS = process.platform === 'win32'

const runFile = (file: string, args: readonly string[], shell = false): Promise<ToolResult> =>
  new Promise((resolve) => {
    execFile(file, args, { cwd: root, maxBuffer: 1 << 26, shell }, (error, stdout, stderr) => {
      // Uses the error's message only if the tool printed nothing, because the message contains only the tool's command.
      const why = error && !stdout && !stderr ? error.message : ''
      resolve({ ok: error === null, output: [why, stdout, stderr].filter(Boolean).join('\n').trim() })
    })
  })

/** Runs an installed command-line tool and returns its output. */
export const runTool = async (name: string, args: readonly string[]): Promise<ToolResult> => {
  const file = join(root, 'node_modules', '.bin', IS_WINDOWS ? `${name}.cmd` : name)
  return existsSync(file) ? runFile(file, args, IS_WINDOWS) : { ok: false, output: `${name} is not installed` }
}

/** Runs a script of this repository in its own process. */
export const runProgram = (path: string, args: readonly string[] = []): Promise<ToolResult> =>
  runFile(process.execPath, [join(root, path), ...args])
