import type { Readable } from 'node:stream'

/** Byte range of a file; both ends are inclusive. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Storage for the bytes of files, by tenant and name. The content of a name never changes. Names of incomplete files start with `incoming/`
 * (`features/files/storage/storage-names.ts`).
 */
export interface FileStore {
  /** Stores bytes under a name atomically, replacing existing bytes. @throws if reading `bytes` fails */
  put(tenantId: string, name: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>
  /** Returns the size in bytes; null if the name does not exist. */
  getSize(tenantId: string, name: string): Promise<number | null>
  /**
   * Calls `use` with the bytes as a Blob, which is valid until `use` ends. The Blob reads the bytes on demand, so that a large file takes
   * little memory.
   * @throws if the name does not exist, or the error of `use`
   */
  withBlob<T>(tenantId: string, name: string, use: (blob: Blob) => Promise<T>): Promise<T>
  /**
   * Calls `use` with the path of a local file with the bytes: the stored file or a temporary copy. `use` must not change the file, and the
   * path is valid only until `use` ends.
   * @throws if the name does not exist, or the error of `use`
   */
  withPath<T>(tenantId: string, name: string, use: (path: string) => Promise<T>): Promise<T>
  /** Returns a stream of the bytes or of a range. The stream fails if the name does not exist. */
  read(tenantId: string, name: string, range?: ByteRange): Readable
  /** Copies bytes to another name atomically. May be repeated. @throws if `sourceName` does not exist */
  copy(tenantId: string, sourceName: string, targetName: string): Promise<void>
  /** Removes a name and all names below it. Does nothing if none exists. */
  remove(tenantId: string, name: string): Promise<void>
}
