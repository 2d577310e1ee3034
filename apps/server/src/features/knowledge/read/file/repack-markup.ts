import { zipSync } from 'fflate'
import { fromBufferPromise } from 'yauzl'
import { UnreadableSource } from '../passage.ts'
import { checkMarkup } from './check-markup.ts'
import { TOO_MUCH } from './unreadable-words.ts'

/** Maximum size of an unpacked archive in bytes (2-agents.md, section 5). */
const MOST_BYTES = 100 * 1024 * 1024

/** Parts of an Office file that are read. Drawings of old programs (.vml) are often not well formed, and are ignored. */
const MARKUP = /\.(?:xml|rels)$/i

/**
 * Decompresses an Office file, counts the actual bytes, checks its markup, and packs the markup into an uncompressed archive for the
 * parsers. They use other ZIP libraries, one of which never settles if the local entries and the directory of an archive differ.
 * @throws UnreadableSource for more than 100 MB, or for markup that is not well formed
 */
export async function repackMarkup(bytes: Buffer): Promise<Buffer> {
  const archive = await fromBufferPromise(bytes)
  const markup = new Map<string, Buffer>()
  let held = 0
  for await (const entry of archive.eachEntry()) {
    const stream = await archive.openReadStreamPromise(entry)
    const isMarkup = MARKUP.test(entry.fileName)
    const kept: Buffer[] = []
    for await (const chunk of stream) {
      held += (chunk as Buffer).length
      if (held > MOST_BYTES) throw new UnreadableSource(TOO_MUCH)
      if (isMarkup) kept.push(chunk as Buffer)
    }
    if (!isMarkup) continue
    const part = Buffer.concat(kept)
    checkMarkup(part.toString())
    markup.set(entry.fileName, part)
  }
  return Buffer.from(zipSync(Object.fromEntries(markup), { level: 0 }))
}
