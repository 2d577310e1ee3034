import { readFile } from 'node:fs/promises'
import { type SourceParseResult, UnreadableSourceError } from '../source-parse-result.ts'
import { type DocumentContent, parseDocument } from './parse-document.ts'

/*
 * Functions that parse untrusted documents. They run only in an isolated process (`read-document-isolated.ts`); `npm run check` fails if
 * another module of the server imports them.
 */

/** File on the local disk, and how to parse it. */
export type DocumentFile = Omit<DocumentContent, 'bytes'> & { readonly path: string }

/** Reads and parses a document. Returns `unreadable` with the reason, in Portuguese, if the document cannot be read. */
export async function readDocument({
  path,
  ...content
}: DocumentFile): Promise<{ read: SourceParseResult } | { unreadable: string }> {
  try {
    return { read: await parseDocument({ ...content, bytes: new Uint8Array(await readFile(path)) }) }
  } catch (error) {
    if (error instanceof UnreadableSourceError) return { unreadable: error.message }
    throw error
  }
}
