import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap.mjs'

/** Returns the files of the working tree with one of these filename endings, including untracked but not ignored files. */
export const listSourceFiles = (...endings: string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
    .split('\n')
    .filter((file) => endings.some((ending) => file.endsWith(ending)) && existsSync(join(root, file)))
