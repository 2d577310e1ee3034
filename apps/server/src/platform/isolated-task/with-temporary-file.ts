import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Writes bytes to a temporary file, calls `use` with the file's path, and deletes the file when `use` ends. */
export async function withTemporaryFile<T>(bytes: Uint8Array, use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'prosa-task-'))
  const path = join(folder, 'bytes')
  try {
    await writeFile(path, bytes, { mode: 0o600 })
    return await use(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
