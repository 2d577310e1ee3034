import type { Readable } from 'node:stream'
import type { LeadExport } from '@prosa/contract/entities/conversations/lead-export'
import type { SentMediaType } from '@prosa/contract/entities/conversations/message'
import type { FileAnnouncement, StoredFile } from '@prosa/contract/entities/files/file'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '../../platform/database/database.ts'
import type { files } from '../../platform/database/schema/conversations/files.ts'
import type { ScanVerdict } from '../../platform/external-services/virus-scanner.ts'

export type FileRow = typeof files.$inferSelect

/** Owner of an uploaded file: a user of the organisation or a visitor of its web chat. */
export type FileOwner = { tenantId: string } & ({ userId: string } | { visitor: string })

/** File whose bytes are stored. `storedAs` is the name of the bytes in the file store; files with the same content share it. */
export type StoredFileRow = FileRow & { storedAs: string }

/** Completely received file of a lead. Its bytes are stored temporarily under `incoming/<message id>`. */
export interface ReceivedFile {
  tenantId: string
  messageId: string
  /** SHA-256 of the bytes, in hex. */
  sha256: string
  size: number
  mimeType: string | null
  /** Duration in milliseconds. Null if the file has no duration or does not state it. */
  durationMs: number | null
}

/** Image whose bytes are stored under their permanent name, but which has no row in the table `files` yet. */
export interface PreparedImage {
  tenantId: string
  /** Id under which the bytes are stored temporarily (`incoming/<id>`). */
  id: string
  /** SHA-256 of the bytes, in hex. */
  sha256: string
  size: number
}

/**
 * Function of another feature that checks its own limits before a new file is accepted. Throws to reject the file.
 * @param bytes number of bytes that must still be uploaded
 */
export type NewFileCheck = (bytes: number) => Promise<void>

/** File operations for other features. No other feature writes to the file tables. */
export interface Files {
  /**
   * Creates the row of a file that will be uploaded in parts. Calls `checkNewFile` unless the owner has already announced the same file.
   * @throws 400 with a message if the file is not allowed; 429 if a visitor has sent too many; the error of `checkNewFile`
   */
  announce: (owner: FileOwner, announcement: FileAnnouncement, checkNewFile: NewFileCheck) => Promise<StoredFile>
  /**
   * Verifies an uploaded part of a file before the bytes of the part are read.
   * @param part `n` is the number of the part, from 1
   * @param length announced size in bytes, null if unknown
   * @throws 404 if the file is not the owner's, 400 if the part has the wrong size
   */
  verifyPart: (owner: FileOwner, part: { id: string; n: number }, length: number | null) => Promise<void>
  /**
   * Stores one part of a file while its bytes are received.
   * @throws 404 if the file is not the owner's, 400 if the file has no such part
   */
  storePart: (owner: FileOwner, part: { id: string; n: number }, bytes: Readable) => Promise<StoredFile>
  /**
   * Returns an uploaded file that its owner wants to send as `mediaType`.
   * @throws 404 if the file is not the owner's, 400 if it is incomplete, was refused, or cannot be sent as this type
   */
  getFileToSend: (tx: Tx, owner: FileOwner, file: { id: string; mediaType: SentMediaType }) => Promise<FileRow>
  /**
   * Returns a completely uploaded file of its owner.
   * @throws 404 if the file is not the owner's, 400 if it is incomplete or was refused
   */
  getOwnStoredFile: (tx: Tx, owner: FileOwner, id: string) => Promise<StoredFileRow>
  /** Deletes these files, unless a message, a knowledge source or a product photo uses them. */
  deleteUnreferenced: (tx: Tx, tenantId: string, fileIds: readonly string[]) => Promise<void>
  /** Returns a file by its id. Returns null if it was deleted or its bytes are not stored. */
  find: (tx: Tx, tenantId: string, fileId: string) => Promise<StoredFileRow | null>
  /** Returns the file of a message. Returns null if there is none or its bytes are not stored. */
  findByMessage: (tx: Tx, tenantId: string, messageId: string) => Promise<StoredFileRow | null>
  /** Whether the file's bytes exist in the file store. @throws if the file store does not respond */
  hasBytes: (file: StoredFileRow) => Promise<boolean>
  /**
   * Calls `use` with the bytes of a file. The bytes are readable until `use` ends.
   * @throws if the bytes do not exist any more; the error of `use`
   */
  withBytes: <T>(file: StoredFileRow, use: (bytes: Blob) => Promise<T>) => Promise<T>
  /** Calls `use` with the path of a local copy of the file, which `use` must not change. @throws as `withBytes` */
  withPath: <T>(file: StoredFileRow, use: (path: string) => Promise<T>) => Promise<T>
  /**
   * Returns an image as a JPEG of at most 1,568 pixels per side, as input for language models. Returns null if the image cannot be read or
   * its bytes are missing.
   */
  readImageForModel: (file: StoredFileRow) => Promise<Uint8Array | null>
  /**
   * Converts an image to a JPEG that every channel accepts, scans it for malware, and stores its bytes. Must run outside of any
   * transaction. Can be repeated.
   * @param id id of the record to which the image belongs
   * @returns null if the bytes are not a readable image or contain malware
   * @throws if the scanner is down
   */
  prepareImage: (tenantId: string, id: string, bytes: Uint8Array) => Promise<PreparedImage | null>
  /**
   * Creates the file row of a prepared image. The caller calls `discardIncoming` after the commit.
   * @returns the id of the file, or null if the storage quota is used up
   */
  storeImage: (tx: Tx, image: PreparedImage) => Promise<string | null>
  /**
   * Returns the storage name for an intermediate result about a message's file, such as a transcription. It is erased together with the
   * file.
   */
  getReaderResultName: (messageId: string) => string
  /** Creates the row that connects a file to its message. */
  attach: (tx: Tx, messageId: string, file: FileRow) => Promise<void>
  /** Stores the bytes of a message's file temporarily while the channel delivers them. @throws the error of `bytes` */
  storeIncomingBytes: (tenantId: string, messageId: string, bytes: AsyncIterable<Uint8Array>) => Promise<void>
  /**
   * Reads the duration in milliseconds of the audio or video that `storeIncomingBytes` stored. Null if the file does not state its
   * duration.
   * @throws IsolatedTaskError if the file cannot be read within the limits
   */
  readIncomingAudioMetadata: (tenantId: string, messageId: string) => Promise<{ readonly durationMs: number | null }>
  /**
   * Scans the bytes of `storeIncomingBytes` for malware and copies clean bytes to their permanent name (MEDIA-26). Must run outside of any
   * transaction, because copying may be slow.
   * @throws if the scanner is down
   */
  scanAndCopyIncomingBytes: (tenantId: string, messageId: string, sha256: string) => Promise<ScanVerdict>
  /**
   * Creates the file row for the bytes of `storeIncomingBytes` and attaches it to its message. The caller must lock the message
   * (`Conversations.lockMessageForUpdate`).
   * @returns false if the message does not wait for a file any more
   */
  storeReceivedFile: (tx: Tx, file: ReceivedFile) => Promise<boolean>
  /** Deletes the temporary bytes of a message's file and their permanent copy, if the message does not get the file. */
  discardIncomingAndStored: (tenantId: string, messageId: string) => Promise<void>
  /** Deletes the bytes of `storeIncomingBytes`. Must be called after the commit of `storeReceivedFile`. */
  discardIncoming: (tenantId: string, messageId: string) => Promise<void>
  /** Whether the storage quota of the organisation allows another file of `size` bytes from a lead. Locks the quota. */
  hasStorageForLeadFile: (tx: Tx, tenantId: string, size: number) => Promise<boolean>
  /**
   * Deletes the files of these messages and all unsent files of this visitor. Their bytes are deleted after the commit, unless another file
   * has the same content.
   * @param selection `visitor` is null if the lead is not a web chat visitor
   */
  deleteMessageFiles: (
    tx: Tx,
    tenantId: string,
    selection: { leadId: string; messageIds: readonly string[]; visitor: string | null },
  ) => Promise<void>
  /** Returns the ids of at most `limit` messages whose files are older than `before`. Skips refused files, which have no bytes. */
  listMessagesWithOldFiles: (tx: Tx, tenantId: string, before: Date, limit: number) => Promise<string[]>
  /** Returns the files of these messages for the lead's data export. */
  exportFiles: (tx: Tx, tenantId: string, messageIds: readonly string[]) => Promise<LeadExport['media']>
  /**
   * Compares an organisation's used storage with its quota after the quota was changed. Notifies the users if the storage state has
   * changed.
   */
  updateStorageState: (tx: Tx, tenantId: string) => Promise<void>
  /**
   * Sends the file of a message as the HTTP response: completely, a byte range, or its thumbnail (`?size=thumb`).
   * @throws 404 if there is no such file
   */
  serve: (request: FastifyRequest, reply: FastifyReply, tenantId: string, messageId: string) => Promise<FastifyReply>
}
