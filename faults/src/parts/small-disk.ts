import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atExit } from '../../../scripts/product/at-exit.ts'

const PIECE = Buffer.alloc(64 * 1024, 1)

/** Why a folder cannot be given a small disk of its own here, or null. */
export function whyNoSmallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'prosa-disk-'))
  try {
    mount(folder, 1)()
    return null
  } catch {
    return 'this machine lets nobody mount a small disk'
  } finally {
    rmdirSync(folder)
  }
}

/** Lays a disk of so many megabytes, in memory, over a folder. @returns takes it away again */
export function mount(folder: string, megabytes: number): () => void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' })
  const unmount = () => void execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' })
  const unmounted = atExit(unmount)
  return () => {
    unmount()
    unmounted()
  }
}

/** Fills a disk up but for so many bytes. @returns a function that makes the room again */
export function fillUp(folder: string, name: string, leave: number): () => void {
  const ballast = join(folder, `ballast-${name}`)
  const file = openSync(ballast, 'w')
  const free = () => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  }
  while (free() > leave + PIECE.length) writeSync(file, PIECE)
  closeSync(file)
  return () => rmSync(ballast)
}
