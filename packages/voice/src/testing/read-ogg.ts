/** Properties of an OGG file. Parsed without a library, so that tests can check what the library writes. */
export interface OggFacts {
  codec: 'opus' | 'other'
  channels: number
  pages: number
  /** Duration in milliseconds. */
  durationMs: number
}

const PAGE_HEAD = 27
const CONTINUED = 1
const FIRST = 2
const LAST = 4
const SAMPLES_PER_MS = 48

/** Returns the checksum of an Ogg page: CRC-32 with polynomial 04c11db7, not reflected, not inverted. */
function checksum(page: Uint8Array): number {
  let sum = 0
  for (const [at, byte] of page.entries()) {
    // The four bytes of the checksum itself count as zero.
    sum ^= (at >= 22 && at < 26 ? 0 : byte) << 24
    for (let bit = 0; bit < 8; bit++) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1
  }
  return sum >>> 0
}

const must = (isSo: boolean, what: string): void => {
  if (!isSo) throw new Error(`This is no whole OGG: ${what}`)
}

/** Parses an OGG file. @throws at the first page that violates RFC 3533 or RFC 7845, with the reason */
export function readOgg(bytes: Uint8Array): OggFacts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = (at: number, length: number) => String.fromCharCode(...bytes.subarray(at, at + length))
  let pages = 0
  let channels = 0
  let preSkip = 0
  let codec: OggFacts['codec'] = 'other'
  let samples = 0
  let serial = 0
  let hasEnded = false
  for (let at = 0; at < bytes.length; pages++) {
    must(!hasEnded && at + PAGE_HEAD <= bytes.length && text(at, 4) === 'OggS', `page ${pages}`)
    const flags = view.getUint8(at + 5)
    const segments = bytes.subarray(at + PAGE_HEAD, at + PAGE_HEAD + view.getUint8(at + 26))
    const body = at + PAGE_HEAD + segments.length
    const end = body + segments.reduce((sum, length) => sum + length, 0)
    must(end <= bytes.length, `page ${pages} is cut off`)
    must(checksum(bytes.subarray(at, end)) === view.getUint32(at + 22, true), `checksum of page ${pages}`)
    must(view.getUint32(at + 18, true) === pages, `order at page ${pages}`)
    must(((flags & FIRST) !== 0) === (pages === 0), `beginning at page ${pages}`)
    if (pages === 0) {
      serial = view.getUint32(at + 14, true)
      codec = text(body, 8) === 'OpusHead' ? 'opus' : 'other'
      channels = view.getUint8(body + 9)
      preSkip = view.getUint16(body + 10, true)
    }
    must(view.getUint32(at + 14, true) === serial, `one stream at page ${pages}`)
    if (pages === 1 && codec === 'opus') must((flags & CONTINUED) === 0 && text(body, 8) === 'OpusTags', 'tags')
    const granule = view.getBigInt64(at + 6, true)
    if (granule >= 0n) {
      must(Number(granule) >= samples, `time at page ${pages}`)
      samples = Number(granule)
    }
    hasEnded = (flags & LAST) !== 0
    at = end
  }
  must(hasEnded, 'it has no end')
  return { codec, channels, pages, durationMs: Math.round(Math.max(0, samples - preSkip) / SAMPLES_PER_MS) }
}
