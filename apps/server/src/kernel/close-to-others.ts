import { chmodSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Closes a folder and all that lies in it to everybody but their owner: 0700 and 0600. What is another's is left as it is. */
export function closeToOthers(folder: string): void {
  keepForOwner(folder, 0o700)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) keepForOwner(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
  }
}

/** Closes a folder that may be there and the folders right in it: nobody passes a closed one, whatever lies deeper. */
export function closeFolders(folder: string): void {
  if (!existsSync(folder)) return
  keepForOwner(folder, 0o700)
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) keepForOwner(join(folder, entry.name), 0o700)
}

function keepForOwner(path: string, mode: number): void {
  try {
    chmodSync(path, mode)
  } catch (error) {
    // A volume's root belongs to whoever mounted it.
    if ((error as { code?: string }).code !== 'EPERM') throw error
  }
}
