import type { Readable } from 'node:stream'

/** Bytes from one place to another, both included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Where the bytes of files lie, each below its tenant: what is whole under a name of its own, what is coming in under `incoming/`
 * (`features/files/names.ts`). What a name stands for is never changed, only replaced by the same.
 */
export interface FileStore {
  /** Keeps bytes under a name, whole or not at all; again: in the place of what was there. @throws what the bytes' source throws */
  put(tenantId: string, name: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>
  /** Bytes under this name; null: none. */
  sizeOf(tenantId: string, name: string): Promise<number | null>
  /**
   * The same for somebody who wants them as one, and only while `use` lasts: read when they are asked for, so that a file of any size takes no
   * memory. @throws when there is nothing under this name, and what `use` throws
   */
  withBlob<T>(tenantId: string, name: string, use: (blob: Blob) => Promise<T>): Promise<T>
  /**
   * Calls `use` with the path of a local file that has these bytes: the file itself on a disk, a temporary copy of a bucket's object. The path is
   * valid until `use` ends, and is only read. @throws if nothing has this name, and what `use` throws
   */
  withPath<T>(tenantId: string, name: string, use: (path: string) => Promise<T>): Promise<T>
  /** @throws in the stream when there is nothing under this name any more */
  read(tenantId: string, name: string, range?: ByteRange): Readable
  /** Puts the same under another name too, whole or not at all; again: harmless. @throws when there is nothing under the first */
  copy(tenantId: string, from: string, to: string): Promise<void>
  /** Removes what is under a name, and below it; nothing there: nothing to do. */
  remove(tenantId: string, name: string): Promise<void>
}
