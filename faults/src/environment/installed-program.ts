import { execFileSync, type SpawnOptions } from 'node:child_process'
import { accessSync, constants, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Debian installs the programs of each PostgreSQL version in a separate folder. */
const DEBIAN_POSTGRESQL_FOLDER = '/usr/lib/postgresql'

/** Returns the path of an installed program, or null if there is none. */
export function findProgram(name: string): string | null {
  const versions = listFolder(DEBIAN_POSTGRESQL_FOLDER).toSorted((a, b) => Number(b) - Number(a))
  const folders = [
    ...(process.env['PATH'] ?? '').split(':'),
    ...versions.map((version) => join(DEBIAN_POSTGRESQL_FOLDER, version, 'bin')),
  ]
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null
}

/** Returns the user and group for PostgreSQL's programs. They refuse to run as root and then run as the user `postgres`. */
export function getUnprivilegedUser(): Pick<SpawnOptions, 'uid' | 'gid'> {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }).trim())
  return { uid: id('-u'), gid: id('-g') }
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
