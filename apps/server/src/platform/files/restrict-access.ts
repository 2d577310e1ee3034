import { chmodSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Removes the permissions of group and others from a folder and everything in it. Skips files of another user. */
export function restrictAccessRecursively(folder: string): void {
  changeModeIfOwned(folder, 0o700)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) changeModeIfOwned(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
  }
}

/**
 * Removes the permissions of group and others from a folder, if it exists, and from its direct subfolders. Other users then cannot reach
 * deeper files either.
 */
export function restrictFolderAccess(folder: string): void {
  if (!existsSync(folder)) return
  changeModeIfOwned(folder, 0o700)
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) changeModeIfOwned(join(folder, entry.name), 0o700)
}

function changeModeIfOwned(path: string, mode: number): void {
  try {
    chmodSync(path, mode)
  } catch (error) {
    // The root of a mounted volume may belong to another user.
    if ((error as { code?: string }).code !== 'EPERM') throw error
  }
}
