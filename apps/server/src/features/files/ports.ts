import type { Readable } from 'node:stream'
import type { LeadExport } from '@prosa/contract/entities/conversations/lead-export'
import type { SentMediaType } from '@prosa/contract/entities/conversations/message'
import type { FileAnnouncement, StoredFile } from '@prosa/contract/entities/files/file'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '../../platform/database/database.ts'
import type { files } from '../../platform/database/schema/conversations/files.ts'
import type { ScanVerdict } from '../../platform/external-services/virus-scanner.ts'

export type FileRow = typeof files.$inferSelect

/** Sender of a file: a user of the organisation, or a visitor of its web chat, identified by the visitor's key on the channel. */
export type FileOwner = { tenantId: string } & ({ userId: string } | { visitor: string })

/** A file whose bytes are stored. Files with the same content have the same `storedAs`. */
export type StoredFileRow = FileRow & { storedAs: string }

/** A lead's file that has arrived completely and is stored under `incoming/` and its message's id. */
export interface ArrivedFile {
  tenantId: string
  messageId: string
  /** SHA-256 of the bytes, in hex. */
  sha256: string
  size: number
  mimeType: string | null
  /** Milliseconds; null if the file has no duration or does not state it. */
  durationMs: number | null
}

/** A picture whose bytes are stored under their permanent name and which has no row in `files` yet. */
export interface PreparedImage {
  tenantId: string
  /** Name under which it arrived, as `ArrivedFile.messageId`. */
  id: string
  /** SHA-256 of the bytes, in hex. */
  sha256: string
  size: number
}

/** Checks the limits of the feature that announces a file. `bytes`: number of bytes still to upload. Throws to reject the file. */
export type NewFileCheck = (bytes: number) => Promise<void>

/** File operations for other features; only this feature writes files. */
export interface Files {
  /**
   * Announces a file. Calls `asNew` before it accepts a file that is not being uploaded already; if that throws, nothing is stored.
   * @throws 400 with a message if the file is not allowed, 429 if a visitor has sent too many, and what `asNew` throws
   */
  announce: (who: FileOwner, about: FileAnnouncement, asNew: NewFileCheck) => Promise<StoredFile>
  /**
   * Verifies a part of a file before its bytes are read. `length`: announced size in bytes, null if unknown.
   * @throws 404 if the file is not the sender's, 400 if the part has the wrong size
   */
  verifyPart: (who: FileOwner, which: { id: string; n: number }, length: number | null) => Promise<void>
  /** Stores one part of a file as it arrives. @throws 404 if the file is not the sender's, 400 if the file has no such part */
  putPart: (who: FileOwner, which: { id: string; n: number }, bytes: Readable) => Promise<StoredFile>
  /**
   * Returns a sender's file that a message may carry as `as`.
   * @throws 404 if the file is not the sender's, 400 if it is incomplete, was refused, or cannot be sent that way
   */
  toSend: (tx: Tx, who: FileOwner, which: { id: string; as: SentMediaType }) => Promise<FileRow>
  /** Returns a sender's stored file of any kind. @throws 404 if it is not the sender's, 400 if it is incomplete or was refused */
  toKeep: (tx: Tx, who: FileOwner, id: string) => Promise<StoredFileRow>
  /** Deletes files that `toKeep` or `keepPicture` returned, unless they are in use elsewhere. */
  letGo: (tx: Tx, tenantId: string, fileIds: readonly string[]) => Promise<void>
  /** Returns a stored file; null if it was deleted. */
  find: (tx: Tx, tenantId: string, fileId: string) => Promise<StoredFileRow | null>
  /** Returns the file of a message; null if there is none or its bytes are not stored. */
  ofMessage: (tx: Tx, tenantId: string, messageId: string) => Promise<StoredFileRow | null>
  /** Whether the file's bytes are in the store. @throws if the store does not answer */
  hasBytes: (file: StoredFileRow) => Promise<boolean>
  /** Calls `use` with the file's bytes, which are valid until `use` ends. @throws if the bytes are gone, and what `use` throws */
  withBytes: <T>(file: StoredFileRow, use: (bytes: Blob) => Promise<T>) => Promise<T>
  /** Calls `use` with the path of a local file that has these bytes; `use` must not change it. @throws as `withBytes` */
  withPath: <T>(file: StoredFileRow, use: (path: string) => Promise<T>) => Promise<T>
  /** Returns a picture as a JPEG of at most 1,568 pixels per side, for models; null if it cannot be read or is gone. */
  pictureForModel: (file: StoredFileRow) => Promise<Uint8Array | null>
  /**
   * Converts bytes to a JPEG that every channel accepts, scans it, and stores it; `id` is the id of the record that it is for. A repeated
   * call has the same result. Must run outside of any transaction.
   * @returns null if the bytes are not a readable picture, or the scanner refuses them
   * @throws if the scanner is down
   */
  preparePicture: (tenantId: string, id: string, bytes: Uint8Array) => Promise<PreparedImage | null>
  /** Creates the file of a prepared picture; call `discard` after the commit. @returns its id, or null if the storage quota is used up */
  keepPicture: (tx: Tx, picture: PreparedImage) => Promise<string | null>
  /** Returns the name for temporary data beside a message's file; they are erased with the file. */
  besideName: (messageId: string) => string
  /** Attaches a file to a message. */
  attach: (tx: Tx, messageId: string, file: FileRow) => Promise<void>
  /** Stores the bytes that a channel delivers for a message. @throws what the source throws */
  keep: (tenantId: string, messageId: string, bytes: AsyncIterable<Uint8Array>) => Promise<void>
  /**
   * Reads the duration in milliseconds of audio or video that `keep` stored; null if the file does not state it.
   * @throws IsolatedTaskError if it cannot be read within the limits
   */
  readAudio: (tenantId: string, messageId: string) => Promise<{ readonly durationMs: number | null }>
  /**
   * Scans the bytes that `keep` stored and copies them to their permanent name, so that `arrived` need not wait for the store. Infected
   * bytes are not copied (MEDIA-26). Must run outside of any transaction.
   * @throws if the scanner is down
   */
  bringIn: (tenantId: string, messageId: string, sha256: string) => Promise<ScanVerdict>
  /**
   * Makes the bytes that `keep` stored the file of their message, which the caller has locked (`Conversations.hold`).
   * @returns false if the message must not get a file any more
   */
  arrived: (tx: Tx, file: ArrivedFile) => Promise<boolean>
  /** Deletes what `keep` and `bringIn` stored for a message that does not get its file. */
  undo: (tenantId: string, messageId: string) => Promise<void>
  /** Deletes what `keep` stored, after `arrived` is committed. */
  discard: (tenantId: string, messageId: string) => Promise<void>
  /** Whether the storage quota allows a lead's file of `size` bytes. Locks the quota. */
  hasRoomForLeads: (tx: Tx, tenantId: string, size: number) => Promise<boolean>
  /**
   * Removes the files of messages, and a visitor's unsent files. Their bytes are deleted after the commit, unless another file has the same
   * content.
   */
  release: (
    tx: Tx,
    tenantId: string,
    which: { leadId: string; messageIds: readonly string[]; visitor: string | null },
  ) => Promise<void>
  /** Returns up to `most` ids of messages whose files are older than `before`. Excludes refused files, which have no bytes. */
  olderThan: (tx: Tx, tenantId: string, before: Date, most: number) => Promise<string[]>
  /** Returns the files of these messages for the lead's data export. */
  exportLead: (tx: Tx, tenantId: string, messageIds: readonly string[]) => Promise<LeadExport['media']>
  /** Compares an organisation's used storage with its changed quota, and notifies its users if the storage state has changed. */
  roomChanged: (tx: Tx, tenantId: string) => Promise<void>
  /** Sends the file of a message, a byte range of it, or its thumbnail (`?size=thumb`). @throws 404 */
  serve: (request: FastifyRequest, reply: FastifyReply, tenantId: string, messageId: string) => Promise<FastifyReply>
}
