/** Small files that make a parser run without end or use all memory. */

const u16 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(2 * values.length)
  values.forEach((value, at) => bytes.writeUInt16BE(value, 2 * at))
  return bytes
}
const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length)
  values.forEach((value, at) => bytes.writeUInt32BE(value >>> 0, 4 * at))
  return bytes
}
const box = (type: string, ...content: (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(content.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body])
}

/** Returns an MP4 whose sample table declares `samples` samples, so that a parser creates as many entries. */
export function mp4OfSamples(samples = 0xff_ff_ff_ff): Buffer {
  const config = Buffer.from('0380808022000200048080801440150000000001f4000001f40005808080021190068080800102', 'hex')
  const mp4a = box(
    'mp4a',
    Buffer.alloc(6),
    u16(1),
    Buffer.alloc(8),
    u16(2, 16, 0, 0),
    u32(48_000 * 65_536),
    box('esds', u32(0), config),
  )
  const stbl = box(
    'stbl',
    box('stsd', u32(0, 1), mp4a),
    box('stts', u32(0, 1, samples, 1_024)),
    box('ctts', u32(0, 1, 1, 0)),
    box('stsc', u32(0, 1, 1, 1, 1)),
    box('stsz', u32(0, 1, 1)),
    box('stco', u32(0, 1, 40)),
  )
  const minf = box('minf', box('smhd', u32(0, 0)), box('dinf', box('dref', u32(0, 1), box('url ', u32(1)))), stbl)
  const mdia = box(
    'mdia',
    box('mdhd', u32(0, 0, 0, 48_000, 0), u16(0x55_c4, 0)),
    box('hdlr', u32(0, 0), 'soun', u32(0, 0, 0), 'x\0'),
    minf,
  )
  const matrix = u32(0x1_00_00, 0, 0, 0, 0x1_00_00, 0, 0, 0, 0x40_00_00_00)
  const tkhd = box('tkhd', u32(7, 0, 0, 1, 0, 0, 0, 0), u16(0, 0, 0x1_00, 0), matrix, u32(0, 0))
  const mvhd = box('mvhd', u32(0, 0, 0, 1_000, 0, 0x1_00_00), u16(0x1_00, 0), u32(0, 0), matrix, u32(0, 0, 0, 0, 0, 0, 2))
  return Buffer.concat([
    box('ftyp', 'isom', u32(0x2_00), 'isomiso2mp41'),
    box('moov', mvhd, box('trak', tkhd, mdia)),
    box('mdat', Buffer.alloc(64)),
  ])
}

const adtsFrame = (length: number): Buffer =>
  Buffer.concat([Buffer.from([0xff, 0xf1, 0x50, 0x80, length >> 3, length > 0 ? 0x1f : 0, 0xfc]), Buffer.alloc(9)])

/** Returns AAC audio with a frame of length 0, so that the next frame begins at the same position. */
export const aacOfEmptyFrame = (): Buffer => Buffer.concat([16, 16, 16, 16, 16, 0, 16, 16].map(adtsFrame))

/** Returns a legacy Office container whose allocation table contains a cycle. */
export function endlessOffice(): Buffer {
  const bytes = Buffer.alloc(65_536)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes)
  for (const [at, value] of [
    [0x2c, 1],
    [0x30, 1],
    [0x38, 4_096],
    [0x44, 3],
    [0x48, 1],
  ] as const)
    bytes.writeUInt32LE(value, at)
  bytes.writeUInt16LE(9, 0x1e)
  for (let at = 512; at < bytes.length; at += 4) bytes.writeUInt32LE(2, at)
  return bytes
}
