import type { Hash } from 'node:crypto'
import type { FileStore } from '../../../platform/files/file-store.ts'

/** Yields the bytes of several stored files one after the other, and updates `hash` with them. */
export async function* joinFileParts(
  store: FileStore,
  tenantId: string,
  names: readonly string[],
  hash: Hash,
): AsyncGenerator<Uint8Array> {
  for (const name of names) {
    for await (const chunk of store.read(tenantId, name)) {
      hash.update(chunk as Buffer)
      yield chunk as Buffer
    }
  }
}
