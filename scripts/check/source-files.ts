import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap.mjs'

/** Returns the tracked and untracked, not ignored files of the working tree whose names have one of the endings. */
export const listSourceFiles = (...endings: string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
    .split('\n')
    .filter((file) => endings.some((ending) => file.endsWith(ending)) && existsSync(join(root, file)))
