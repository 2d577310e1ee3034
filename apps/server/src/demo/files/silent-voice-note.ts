/** Returns the CRC-32 checksum of an Ogg page (polynomial 04c11db7, without reflection and inversion). */
function oggChecksum(bytes: Buffer): number {
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte << 24
    for (let bit = 0; bit < 8; bit++) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1
  }
  return sum >>> 0
}

const FIRST_PAGE_FLAG = 2
const LAST_PAGE_FLAG = 4

/** Creates a page of an Ogg stream. Each packet must be shorter than 255 bytes, because only one segment per packet is written. */
function createOggPage(pageNumber: number, flags: number, samples: number, packets: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(27)
  head.write('OggS', 'latin1')
  head.writeUInt8(flags, 5)
  head.writeBigUInt64LE(BigInt(samples), 6)
  head.writeUInt32LE(1, 14)
  head.writeUInt32LE(pageNumber, 18)
  head.writeUInt8(packets.length, 26)
  const page = Buffer.concat([head, Buffer.from(packets.map(({ length }) => length)), ...packets])
  page.writeUInt32LE(oggChecksum(page), 22)
  return page
}

/** Opus packet with 20 ms of silence. */
const SILENT_PACKET = Buffer.from([0xf8, 0xff, 0xfe])
const SAMPLES_PER_PACKET = 960
const FRAMES_PER_SECOND = 50
const MAX_PACKETS = 250

const createOpusHead = (channels: number): Buffer => {
  const head = Buffer.alloc(19)
  head.write('OpusHead', 'latin1')
  // Version 1 of the Opus header.
  head.set([1, channels], 8)
  head.writeUInt32LE(48_000, 12)
  return head
}

const createOpusTags = (): Buffer => {
  const tags = Buffer.alloc(21)
  tags.write('OpusTags', 'latin1')
  tags.writeUInt32LE(5, 8)
  tags.write('prosa', 12, 'latin1')
  return tags
}

export const VOICE_NOTE_SECONDS = 6

export function createSilentVoiceNote(seconds = VOICE_NOTE_SECONDS, channels = 1): Buffer {
  const pages = [createOggPage(0, FIRST_PAGE_FLAG, 0, [createOpusHead(channels)]), createOggPage(1, 0, 0, [createOpusTags()])]
  const frames = seconds * FRAMES_PER_SECOND
  for (let done = 0; done < frames; ) {
    const count = Math.min(MAX_PACKETS, frames - done)
    done += count
    pages.push(
      createOggPage(
        pages.length,
        done === frames ? LAST_PAGE_FLAG : 0,
        done * SAMPLES_PER_PACKET,
        Array<Buffer>(count).fill(SILENT_PACKET),
      ),
    )
  }
  return Buffer.concat(pages)
}
