import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface LockFile {
  packages: Record<string, { resolved?: string; link?: boolean; integrity?: string; version?: string }>
}

/** Returns a problem for each package in a lock file that names a registry host or has no hash. Links to workspaces are ignored. */
export const findLockFileProblems = (text: string): string[] => {
  const { packages } = JSON.parse(text) as LockFile
  return Object.entries(packages).flatMap(([path, entry]) => {
    if (entry.link || !path.includes('node_modules/')) return []
    const problems = entry.resolved
      ? [`${path} records a download address; run: npm install --omit-lockfile-registry-resolved`]
      : []
    return entry.integrity ? problems : [...problems, `${path} has no integrity hash`]
  })
}

export const readLockFile = (root: string): string => readFileSync(join(root, 'package-lock.json'), 'utf8')
