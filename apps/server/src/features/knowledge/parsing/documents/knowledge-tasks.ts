import { readFile } from 'node:fs/promises'
import { type SourceParseResult, UnreadableSourceError } from '../source-parse-result.ts'
import { type DocumentContent, parseDocument } from './parse-document.ts'

/*
 * Functions that parse untrusted documents. They must only run in an isolated process (`read-document-isolated.ts`).
 * `npm run check` fails if other code imports them.
 */

export type DocumentFile = Omit<DocumentContent, 'bytes'> & { readonly path: string }

/** Parses a document. Returns `unreadable` with the reason in Portuguese if that is not possible. */
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
