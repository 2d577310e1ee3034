import type { Readable } from 'node:stream'

/** Byte range of a file; both ends are inclusive. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Store of the bytes of files, separated by tenant: complete files under permanent names, incoming ones under `incoming/`
 * (`features/files/storage/storage-names.ts`). The bytes of a name never change; they are only replaced by the same bytes.
 */
export interface FileStore {
  /** Stores bytes under a name atomically, and replaces existing ones. @throws what the source of the bytes throws */
  put(tenantId: string, name: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>
  /** Returns the number of bytes stored under a name; null if the name does not exist. */
  sizeOf(tenantId: string, name: string): Promise<number | null>
  /**
   * Calls `use` with the bytes as a Blob, which is valid until `use` ends. The Blob is read on demand, so that a file of any size takes no
   * memory.
   * @throws if the name does not exist, and what `use` throws
   */
  withBlob<T>(tenantId: string, name: string, use: (blob: Blob) => Promise<T>): Promise<T>
  /**
   * Calls `use` with the path of a local file that has these bytes: the stored file on a disk, or a temporary copy of a bucket's object.
   * The path is valid until `use` ends; `use` must not change the file.
   * @throws if the name does not exist, and what `use` throws
   */
  withPath<T>(tenantId: string, name: string, use: (path: string) => Promise<T>): Promise<T>
  /** Returns a stream of the bytes, or of a range of them. The stream fails if the name does not exist. */
  read(tenantId: string, name: string, range?: ByteRange): Readable
  /** Copies bytes to another name atomically; may be repeated. @throws if the source name does not exist */
  copy(tenantId: string, from: string, to: string): Promise<void>
  /** Removes a name and all names below it; does nothing if there are none. */
  remove(tenantId: string, name: string): Promise<void>
}
