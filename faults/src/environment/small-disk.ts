import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registerExitCleanup } from '../../../scripts/product/exit-cleanup.ts'

const WRITE_CHUNK = Buffer.alloc(64 * 1024, 1)

/** Returns why a small disk cannot be mounted here, or null if it can. */
export function getSmallDiskUnavailableReason(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'prosa-disk-'))
  try {
    mountSmallDisk(folder, 1)()
    return null
  } catch {
    return 'this machine lets nobody mount a small disk'
  } finally {
    rmdirSync(folder)
  }
}

/**
 * Mounts an in-memory disk of `megabytes` MB over a folder.
 * @returns a function that unmounts it
 */
export function mountSmallDisk(folder: string, megabytes: number): () => void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' })
  const unmount = () => void execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' })
  const unmounted = registerExitCleanup(unmount)
  return () => {
    unmount()
    unmounted()
  }
}

/**
 * Fills a disk except for `leave` bytes.
 * @returns a function that frees the space
 */
export function fillDisk(folder: string, name: string, leave: number): () => void {
  const ballast = join(folder, `ballast-${name}`)
  const file = openSync(ballast, 'w')
  const free = () => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  }
  while (free() > leave + WRITE_CHUNK.length) writeSync(file, WRITE_CHUNK)
  closeSync(file)
  return () => rmSync(ballast)
}
