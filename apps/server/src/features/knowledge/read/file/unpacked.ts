import { fromBufferPromise } from 'yauzl'
import { UnreadableSource } from '../passage.ts'
import { TOO_MUCH } from './too-much.ts'

/** Maximum size of an unpacked archive in bytes (2-agents.md, section 5). */
const MOST_BYTES = 100 * 1024 * 1024

/**
 * Decompresses an archive without storing it, and counts the actual bytes, whatever sizes it declares.
 * @throws UnreadableSource for more than 100 MB
 */
export async function holdsNotTooMuch(bytes: Buffer): Promise<void> {
  const archive = await fromBufferPromise(bytes)
  let held = 0
  for await (const entry of archive.eachEntry()) {
    const stream = await archive.openReadStreamPromise(entry)
    for await (const chunk of stream) {
      held += (chunk as Buffer).length
      if (held > MOST_BYTES) throw new UnreadableSource(TOO_MUCH)
    }
  }
}
