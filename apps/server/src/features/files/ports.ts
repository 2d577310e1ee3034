import type { Readable } from 'node:stream'
import type { AnnouncedFile, StoredFile } from '@prosa/contract/entities/file'
import type { LeadExport } from '@prosa/contract/entities/lead-export'
import type { SendAs } from '@prosa/contract/entities/message'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '../../kernel/db/database.ts'
import type { files } from '../../kernel/db/schema/files.ts'
import type { Verdict } from '../../kernel/scanner.ts'

export type FileRow = typeof files.$inferSelect

/** Who sends a file: a person of the organisation, or a visitor of its web chat, by the name that the channel knows it by. */
export type FileOwner = { tenantId: string } & ({ userId: string } | { visitor: string })

/** A file whose bytes are here; two of one content have the same name of them. */
export type KeptFile = FileRow & { storedAs: string }

/** A lead's file that has come in whole, under `incoming/` and the id of its message. */
export interface ArrivedFile {
  tenantId: string
  messageId: string
  /** In hex. */
  sha256: string
  size: number
  mimeType: string | null
  /** Milliseconds; null: it has none, or does not say. */
  durationMs: number | null
}

/** A picture that lies in its place and is no file yet. */
export interface PreparedPicture {
  tenantId: string
  /** Under which name it came in, as `ArrivedFile.messageId`. */
  id: string
  /** In hex. */
  sha256: string
  size: number
}

/** Whoever announces a file has limits of its own; `bytes`: so many are still to come. */
export type AsNew = (bytes: number) => Promise<void>

/** What others do with files; nobody else writes them. */
export interface Files {
  /**
   * Announces a file; `asNew` is asked before one is taken in that is not on its way already. @throws 400 in words when it may not come, 429
   * when a visitor has sent too many, and what `asNew` throws: then nothing is kept of it
   */
  announce: (who: FileOwner, about: AnnouncedFile, asNew: AsNew) => Promise<StoredFile>
  /**
   * Verifies a part of it before its bytes are read; `length` is null if unknown.
   * @throws 404 when it is not theirs, 400 when it has the wrong size
   */
  verifyPart: (who: FileOwner, which: { id: string; n: number }, length: number | null) => Promise<void>
  /** Stores one part of it as it arrives. @throws 404 when it is not theirs, 400 when it is no part of this file */
  putPart: (who: FileOwner, which: { id: string; n: number }, bytes: Readable) => Promise<StoredFile>
  /** A file that they may put into a message so. @throws 404 when it is not theirs, 400 when it is not here whole, was refused, or cannot go so */
  toSend: (tx: Tx, who: FileOwner, which: { id: string; as: SendAs }) => Promise<FileRow>
  /** A file of theirs that is here whole, whatever it is. @throws 404 when it is not theirs, 400 when it is not here whole, or was refused */
  toKeep: (tx: Tx, who: FileOwner, id: string) => Promise<KeptFile>
  /** What `toKeep` and `keepPicture` gave is not kept any more. */
  letGo: (tx: Tx, tenantId: string, fileIds: readonly string[]) => Promise<void>
  /** A file that is in use, whole; null: it is gone. */
  find: (tx: Tx, tenantId: string, fileId: string) => Promise<KeptFile | null>
  /** The file of a message, where its bytes are here. */
  ofMessage: (tx: Tx, tenantId: string, messageId: string) => Promise<KeptFile | null>
  /** True while its bytes lie where they belong; a store that does not answer throws. */
  hasBytes: (file: KeptFile) => Promise<boolean>
  /** Its bytes, while `use` lasts. @throws when they are gone, and what `use` throws */
  withBytes: <T>(file: KeptFile, use: (bytes: Blob) => Promise<T>) => Promise<T>
  /** Calls `use` with the path of a local file that has its bytes, which is only read. @throws as `withBytes` */
  withPath: <T>(file: KeptFile, use: (path: string) => Promise<T>) => Promise<T>
  /** A picture as a model may be shown it: a JPEG of 1,568 pixels at most; null: it is none that can be read, or is gone. */
  pictureForModel: (file: KeptFile) => Promise<Uint8Array | null>
  /**
   * Makes of bytes a picture as every channel takes it, under the name of whoever it is for; again, it comes to the same. Outside of any
   * transaction. @returns null: they are none that can be read, or a scanner refused them. @throws when the scanner is down
   */
  preparePicture: (tenantId: string, id: string, bytes: Uint8Array) => Promise<PreparedPicture | null>
  /** What was prepared becomes a file; after the commit comes `discard`. @returns its id; null: there is no room for it */
  keepPicture: (tx: Tx, picture: PreparedPicture) => Promise<string | null>
  /** Under which name something may be kept beside a message's file for a while; erased with it. */
  besideName: (messageId: string) => string
  /** Puts it into a message. */
  attach: (tx: Tx, messageId: string, file: FileRow) => Promise<void>
  /** Takes in what a channel brings under the id of its message. @throws what the source throws */
  keep: (tenantId: string, messageId: string, bytes: AsyncIterable<Uint8Array>) => Promise<void>
  /**
   * Reads the duration of the audio or video that was kept, in milliseconds; null if it does not say.
   * @throws IsolatedTaskError if it cannot be read within the limits
   */
  readAudio: (tenantId: string, messageId: string) => Promise<{ readonly durationMs: number | null }>
  /**
   * Puts what was kept in its place, so that `arrived` need not wait for the store; what a scanner refuses is not put there (MEDIA-26). Outside
   * of any transaction. @throws when the scanner is down
   */
  bringIn: (tenantId: string, messageId: string, sha256: string) => Promise<Verdict>
  /** What was kept becomes the file of its message, which is held (`Conversations.hold`). @returns false when that message is not to have one any more */
  arrived: (tx: Tx, file: ArrivedFile) => Promise<boolean>
  /** Forgets what was kept, and its place, where nothing came of it. */
  undo: (tenantId: string, messageId: string) => Promise<void>
  /** Forgets what was kept, after `arrived` is committed. */
  discard: (tenantId: string, messageId: string) => Promise<void>
  /** True while the organisation has room for leads' files. */
  hasRoomForLeads: (tx: Tx, tenantId: string, size: number) => Promise<boolean>
  /**
   * Takes the files of messages away, and those that this visitor has not sent yet; their bytes go as soon as this is committed, unless somebody
   * else's message has them too.
   */
  release: (
    tx: Tx,
    tenantId: string,
    which: { leadId: string; messageIds: readonly string[]; visitor: string | null },
  ) => Promise<void>
  /** Messages whose files came or went before this, at most so many; of one that never came nothing is to go. */
  olderThan: (tx: Tx, tenantId: string, before: Date, most: number) => Promise<string[]>
  /** The files of these messages, for the lead itself. */
  exportLead: (tx: Tx, tenantId: string, messageIds: readonly string[]) => Promise<LeadExport['media']>
  /** How much room an organisation has is another figure now: who is near its end is told. */
  roomChanged: (tx: Tx, tenantId: string) => Promise<void>
  /** The file of a message, or parts of it; small, where `?size=thumb` asks. @throws 404 */
  serve: (request: FastifyRequest, reply: FastifyReply, tenantId: string, messageId: string) => Promise<FastifyReply>
}
