import { readFile } from 'node:fs/promises'
import { type SourceParseResult, UnreadableSourceError } from '../source-parse-result.ts'
import { type DocumentContent, parseDocument } from './parse-document.ts'

/*
 * Functions that read untrusted documents. They run in an isolated process only (`read-document-isolated.ts`); `npm run check` fails if another
 * module of the server imports them.
 */

/** A file on the local disk, and the format in which to read it. */
export type DocumentFile = Omit<DocumentContent, 'bytes'> & { readonly path: string }

/** Reads the contents of a document. Returns `unreadable` with the reason, in Portuguese, if it cannot be read. */
export async function readDocument({
  path,
  ...given
}: DocumentFile): Promise<{ read: SourceParseResult } | { unreadable: string }> {
  try {
    return { read: await parseDocument({ ...given, bytes: new Uint8Array(await readFile(path)) }) }
  } catch (error) {
    if (error instanceof UnreadableSourceError) return { unreadable: error.message }
    throw error
  }
}
