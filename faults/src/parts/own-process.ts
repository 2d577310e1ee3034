import { execFileSync, type SpawnOptions } from 'node:child_process'
import { accessSync, constants, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Debian keeps each version's programs in a folder of its own. */
const DEBIAN = '/usr/lib/postgresql'

/** Where a program lies on this machine, or null. */
export function findProgram(name: string): string | null {
  const versions = listed(DEBIAN).toSorted((a, b) => Number(b) - Number(a))
  const folders = [...(process.env['PATH'] ?? '').split(':'), ...versions.map((version) => join(DEBIAN, version, 'bin'))]
  return folders.map((folder) => join(folder, name)).find(runs) ?? null
}

/** PostgreSQL refuses to run as root: its programs then run as the user that its package made. */
export function unprivileged(): Pick<SpawnOptions, 'uid' | 'gid'> {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }).trim())
  return { uid: id('-u'), gid: id('-g') }
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function runs(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
