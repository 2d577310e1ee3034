/** Properties of an OGG file, parsed without the library whose output the tests check. */
export interface OggProperties {
  codec: 'opus' | 'other'
  channels: number
  pages: number
  durationMs: number
}

const PAGE_HEADER_BYTES = 27
const CONTINUED_PAGE_FLAG = 1
const FIRST_PAGE_FLAG = 2
const LAST_PAGE_FLAG = 4
const SAMPLES_PER_MS = 48

/** Calculates the checksum of an OGG page: CRC-32 with polynomial 04c11db7, not reflected, not inverted. */
function checksum(page: Uint8Array): number {
  let sum = 0
  for (const [offset, byte] of page.entries()) {
    // Treats the four bytes of the checksum field itself as zero.
    sum ^= (offset >= 22 && offset < 26 ? 0 : byte) << 24
    for (let bit = 0; bit < 8; bit++) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1
  }
  return sum >>> 0
}

const assertValidOgg = (isValid: boolean, problem: string): void => {
  if (!isValid) throw new Error(`This is no whole OGG: ${problem}`)
}

/** Parses an OGG file and validates its pages. @throws Error at the first page that violates RFC 3533 or RFC 7845 */
export function readOgg(bytes: Uint8Array): OggProperties {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = (offset: number, length: number) => String.fromCharCode(...bytes.subarray(offset, offset + length))
  let pages = 0
  let channels = 0
  let preSkip = 0
  let codec: OggProperties['codec'] = 'other'
  let samples = 0
  let serial = 0
  let hasEnded = false
  for (let offset = 0; offset < bytes.length; pages++) {
    assertValidOgg(!hasEnded && offset + PAGE_HEADER_BYTES <= bytes.length && text(offset, 4) === 'OggS', `page ${pages}`)
    const flags = view.getUint8(offset + 5)
    const segments = bytes.subarray(offset + PAGE_HEADER_BYTES, offset + PAGE_HEADER_BYTES + view.getUint8(offset + 26))
    const body = offset + PAGE_HEADER_BYTES + segments.length
    const end = body + segments.reduce((sum, length) => sum + length, 0)
    assertValidOgg(end <= bytes.length, `page ${pages} is cut off`)
    assertValidOgg(checksum(bytes.subarray(offset, end)) === view.getUint32(offset + 22, true), `checksum of page ${pages}`)
    assertValidOgg(view.getUint32(offset + 18, true) === pages, `order at page ${pages}`)
    assertValidOgg(((flags & FIRST_PAGE_FLAG) !== 0) === (pages === 0), `beginning at page ${pages}`)
    if (pages === 0) {
      serial = view.getUint32(offset + 14, true)
      codec = text(body, 8) === 'OpusHead' ? 'opus' : 'other'
      channels = view.getUint8(body + 9)
      preSkip = view.getUint16(body + 10, true)
    }
    assertValidOgg(view.getUint32(offset + 14, true) === serial, `one stream at page ${pages}`)
    if (pages === 1 && codec === 'opus')
      assertValidOgg((flags & CONTINUED_PAGE_FLAG) === 0 && text(body, 8) === 'OpusTags', 'tags')
    const granule = view.getBigInt64(offset + 6, true)
    if (granule >= 0n) {
      assertValidOgg(Number(granule) >= samples, `time at page ${pages}`)
      samples = Number(granule)
    }
    hasEnded = (flags & LAST_PAGE_FLAG) !== 0
    offset = end
  }
  assertValidOgg(hasEnded, 'it has no end')
  return { codec, channels, pages, durationMs: Math.round(Math.max(0, samples - preSkip) / SAMPLES_PER_MS) }
}
