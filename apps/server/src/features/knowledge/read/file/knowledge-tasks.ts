import { readFile } from 'node:fs/promises'
import { type ReadSource, UnreadableSource } from '../passage.ts'
import { type Given, readBytes } from './read-bytes.ts'

/*
 * Functions that read untrusted documents. They run in an isolated process only (`read-isolated.ts`); `npm run check` fails if another
 * module of the server imports them.
 */

/** A file on the local disk, and the format in which to read it. */
export type GivenFile = Omit<Given, 'bytes'> & { readonly path: string }

/** Reads the contents of a document. Returns `unreadable` with the reason, in Portuguese, if it cannot be read. */
export async function readDocument({ path, ...given }: GivenFile): Promise<{ read: ReadSource } | { unreadable: string }> {
  try {
    return { read: await readBytes({ ...given, bytes: new Uint8Array(await readFile(path)) }) }
  } catch (error) {
    if (error instanceof UnreadableSource) return { unreadable: error.message }
    throw error
  }
}
