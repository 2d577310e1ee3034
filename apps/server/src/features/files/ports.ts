import type { Readable } from 'node:stream'
import type { LeadExport } from '@prosa/contract/entities/conversations/lead-export'
import type { SentMediaType } from '@prosa/contract/entities/conversations/message'
import type { FileAnnouncement, StoredFile } from '@prosa/contract/entities/files/file'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '../../platform/database/database.ts'
import type { files } from '../../platform/database/schema/conversations/files.ts'
import type { ScanVerdict } from '../../platform/external-services/virus-scanner.ts'

export type FileRow = typeof files.$inferSelect

/**
 * Owner of an uploaded file: a user of the organisation, or a visitor of its web chat, identified by the visitor's key on the channel.
 */
export type FileOwner = { tenantId: string } & ({ userId: string } | { visitor: string })

/** File whose bytes are stored. `storedAs`: name of the bytes in the file store; files with the same content share the name. */
export type StoredFileRow = FileRow & { storedAs: string }

/**
 * File from a lead that has been received completely. Its bytes are stored temporarily under `incoming/` and the id of its message.
 */
export interface ReceivedFile {
  tenantId: string
  messageId: string
  /** SHA-256 of the bytes, in hex. */
  sha256: string
  size: number
  mimeType: string | null
  /** Duration in milliseconds; null if the file has no duration or does not state it. */
  durationMs: number | null
}

/** Image whose bytes are stored under their permanent name, but which has no row in the table `files` yet. */
export interface PreparedImage {
  tenantId: string
  /** Name under which the image was stored temporarily, like `ArrivedFile.messageId`. */
  id: string
  /** SHA-256 of the bytes, in hex. */
  sha256: string
  size: number
}

/**
 * Function by which another feature checks its own limits before a new file is accepted. `bytes`: number of bytes still to upload. Throws
 * to reject the file.
 */
export type NewFileCheck = (bytes: number) => Promise<void>

/** Operations on files that other features call. No other feature writes the tables of files. */
export interface Files {
  /**
   * Announces a file that will be uploaded in parts. Calls `asNew` before a new file is accepted, but not for a file that is already being
   * uploaded. If `asNew` throws, nothing is stored.
   * @throws 400 with a message if the file is not allowed; 429 if a visitor has sent too many; the error of `asNew`
   */
  announce: (owner: FileOwner, announcement: FileAnnouncement, checkNewFile: NewFileCheck) => Promise<StoredFile>
  /**
   * Verifies an uploaded part of a file before the bytes of the part are read. `n`: number of the part, from 1; `length`: announced size in
   * bytes, null if unknown.
   * @throws 404 if the file is not the owner's, 400 if the part has the wrong size
   */
  verifyPart: (owner: FileOwner, part: { id: string; n: number }, length: number | null) => Promise<void>
  /**
   * Stores one uploaded part of a file while its bytes are received. @throws 404 if the file is not the owner's, 400 if the file has no
   * such part
   */
  storePart: (owner: FileOwner, part: { id: string; n: number }, bytes: Readable) => Promise<StoredFile>
  /**
   * Returns an uploaded file that its owner wants to send as media type `as`.
   * @throws 404 if the file is not the owner's, 400 if it is incomplete, was refused, or cannot be sent as `as`
   */
  getFileToSend: (tx: Tx, owner: FileOwner, file: { id: string; mediaType: SentMediaType }) => Promise<FileRow>
  /**
   * Returns a completely uploaded file of its owner, of any type. @throws 404 if the file is not the owner's, 400 if it is incomplete or
   * was refused
   */
  getOwnStoredFile: (tx: Tx, owner: FileOwner, id: string) => Promise<StoredFileRow>
  /** Deletes files that were returned by `toKeep` or created by `keepPicture`, unless they are in use elsewhere. */
  deleteUnreferenced: (tx: Tx, tenantId: string, fileIds: readonly string[]) => Promise<void>
  /** Returns a stored file by its id; null if it was deleted. */
  find: (tx: Tx, tenantId: string, fileId: string) => Promise<StoredFileRow | null>
  /** Returns the file of a message; null if there is none or its bytes are not stored. */
  findByMessage: (tx: Tx, tenantId: string, messageId: string) => Promise<StoredFileRow | null>
  /** Whether the file's bytes exist in the file store. @throws if the file store does not respond */
  hasBytes: (file: StoredFileRow) => Promise<boolean>
  /**
   * Calls `use` with the file's bytes, which are readable until `use` ends. @throws if the bytes do not exist any more; the error of `use`
   */
  withBytes: <T>(file: StoredFileRow, use: (bytes: Blob) => Promise<T>) => Promise<T>
  /**
   * Calls `use` with the path of a local file that contains the bytes. `use` must not change the local file. @throws as `withBytes`
   */
  withPath: <T>(file: StoredFileRow, use: (path: string) => Promise<T>) => Promise<T>
  /**
   * Returns an image as a JPEG of at most 1,568 pixels per side, as input for language models; null if the image cannot be read or its
   * bytes are missing.
   */
  readImageForModel: (file: StoredFileRow) => Promise<Uint8Array | null>
  /**
   * Converts an image to a JPEG that every channel accepts, scans it for malware, and stores its bytes. `id`: id of the record to which the
   * image belongs. Repeating the call has the same result. Must run outside of any transaction.
   * @returns null if the bytes are not a readable image or the scanner refuses them
   * @throws if the scanner is down
   */
  prepareImage: (tenantId: string, id: string, bytes: Uint8Array) => Promise<PreparedImage | null>
  /**
   * Creates the file row of a prepared image. Call `discard` after the commit. @returns the id of the file, or null if the storage quota is
   * used up
   */
  storeImage: (tx: Tx, image: PreparedImage) => Promise<string | null>
  /** Returns the storage name for temporary data about a message's file. The data are erased together with the file. */
  getReaderResultName: (messageId: string) => string
  /** Stores that `file` is the file of a message. */
  attach: (tx: Tx, messageId: string, file: FileRow) => Promise<void>
  /** Stores the bytes of a message's file temporarily, as a channel delivers them. @throws the error of `bytes` */
  storeIncomingBytes: (tenantId: string, messageId: string, bytes: AsyncIterable<Uint8Array>) => Promise<void>
  /**
   * Reads the duration in milliseconds of an audio or video file that `keep` stored; null if the file does not state its duration.
   * @throws IsolatedTaskError if the file cannot be read within the limits
   */
  readIncomingAudioMetadata: (tenantId: string, messageId: string) => Promise<{ readonly durationMs: number | null }>
  /**
   * Scans the bytes that `keep` stored for malware and copies them to their permanent name. Infected bytes are not copied (MEDIA-26). Runs
   * outside of any transaction, because copying may be slow; `arrived` then finds the copy.
   * @throws if the scanner is down
   */
  scanAndCopyIncomingBytes: (tenantId: string, messageId: string, sha256: string) => Promise<ScanVerdict>
  /**
   * Creates the file row for the bytes that `keep` stored and attaches it to its message. The caller has locked the message
   * (`Conversations.hold`).
   * @returns false if the message must not get a file any more
   */
  storeReceivedFile: (tx: Tx, file: ReceivedFile) => Promise<boolean>
  /** Deletes the bytes that `keep` and `bringIn` stored for a message, if the message does not get its file. */
  discardIncomingAndStored: (tenantId: string, messageId: string) => Promise<void>
  /** Deletes the temporary bytes that `keep` stored. Call it after the transaction of `arrived` was committed. */
  discardIncoming: (tenantId: string, messageId: string) => Promise<void>
  /** Whether the organisation's storage quota allows another file of `size` bytes from a lead. Locks the quota. */
  hasStorageForLeadFile: (tx: Tx, tenantId: string, size: number) => Promise<boolean>
  /**
   * Removes the files of these messages and all unsent files of the visitor (null: no visitor). Their bytes are deleted after the commit,
   * unless another file has the same content.
   */
  deleteMessageFiles: (
    tx: Tx,
    tenantId: string,
    selection: { leadId: string; messageIds: readonly string[]; visitor: string | null },
  ) => Promise<void>
  /**
   * Returns the ids of messages whose files are older than `before`, at most `most`. Excludes refused files, which have no bytes.
   */
  listMessagesWithOldFiles: (tx: Tx, tenantId: string, before: Date, limit: number) => Promise<string[]>
  /** Returns the files of these messages for the lead's data export. */
  exportFiles: (tx: Tx, tenantId: string, messageIds: readonly string[]) => Promise<LeadExport['media']>
  /**
   * Compares an organisation's used storage with its quota after the quota was changed, and notifies the users if the storage state has
   * changed.
   */
  updateStorageState: (tx: Tx, tenantId: string) => Promise<void>
  /**
   * Sends the file of a message as the HTTP response: completely, a byte range, or its thumbnail (`?size=thumb`). @throws 404 if there is
   * no such file
   */
  serve: (request: FastifyRequest, reply: FastifyReply, tenantId: string, messageId: string) => Promise<FastifyReply>
}
