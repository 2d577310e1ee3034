import type { Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { CONTAINER, type Content, FILE_HEAD_BYTES, textHead } from '@prosa/contract/rules/files'
import { officeIn } from '@prosa/contract/rules/old-office'
import { fileTypeFromStream } from 'file-type'
import type { FileStore } from '../../kernel/file-store.ts'

/** What bytes are, by themselves. */
export async function readContent(store: FileStore, tenantId: string, name: string): Promise<Content> {
  const stream = store.read(tenantId, name)
  try {
    const found = await fileTypeFromStream(Readable.toWeb(stream) as ReadableStream<Uint8Array>)
    if (found) return { detected: await within(found.mime, store, tenantId, name), head: null }
  } finally {
    stream.destroy()
  }
  const head = await allOf(store.read(tenantId, name, { start: 0, end: FILE_HEAD_BYTES - 1 }))
  return { detected: null, head: textHead(head) }
}

/** A compound file may be anything: what is in it decides. */
const within = async (mime: string, store: FileStore, tenantId: string, name: string): Promise<string> =>
  mime === CONTAINER ? store.withBlob(tenantId, name, officeIn) : mime

/** All of a stream, in memory. */
export async function allOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Several one after the other, as one; `hash` has seen all of them at the end. */
export async function* joined(
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
