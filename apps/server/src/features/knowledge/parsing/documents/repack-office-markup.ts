import { zipSync } from 'fflate'
import { fromBufferPromise } from 'yauzl'
import { UnreadableSourceError } from '../source-parse-result.ts'
import { DOCUMENT_TOO_LARGE_TEXT } from './document-error-texts.ts'
import { validateOfficeMarkup } from './validate-office-markup.ts'

/** Maximum unpacked size of an Office file in bytes (2-agents.md, section 5). */
const MAX_UNPACKED_BYTES = 100 * 1024 * 1024

/** Matches the XML parts of an Office file. Excludes old drawings (.vml), which are often not well formed. */
const MARKUP_FILE = /\.(?:xml|rels)$/i

/**
 * Unpacks an Office file, validates its XML, and packs the XML into a new archive for the parsers. The parsers use other ZIP libraries, one
 * of which hangs on inconsistent archives.
 * @throws UnreadableSourceError for more than 100 MB, or for XML that is not well formed
 */
export async function repackOfficeMarkup(bytes: Buffer): Promise<Buffer> {
  const archive = await fromBufferPromise(bytes)
  const markup = new Map<string, Buffer>()
  let unpackedBytes = 0
  for await (const entry of archive.eachEntry()) {
    const stream = await archive.openReadStreamPromise(entry)
    const isMarkup = MARKUP_FILE.test(entry.fileName)
    const chunks: Buffer[] = []
    for await (const chunk of stream) {
      unpackedBytes += (chunk as Buffer).length
      if (unpackedBytes > MAX_UNPACKED_BYTES) throw new UnreadableSourceError(DOCUMENT_TOO_LARGE_TEXT)
      if (isMarkup) chunks.push(chunk as Buffer)
    }
    if (!isMarkup) continue
    const part = Buffer.concat(chunks)
    validateOfficeMarkup(part.toString())
    markup.set(entry.fileName, part)
  }
  return Buffer.from(zipSync(Object.fromEntries(markup), { level: 0 }))
}
