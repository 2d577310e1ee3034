import { crc32, deflateSync } from 'node:zlib'
import { createDocxFromXml, createXlsxFromXml } from './office-files.ts'

/** Small files that make a parser run without end or use all memory. */

const encodeUint16 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(2 * values.length)
  values.forEach((value, at) => bytes.writeUInt16BE(value, 2 * at))
  return bytes
}
const encodeUint32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length)
  values.forEach((value, at) => bytes.writeUInt32BE(value >>> 0, 4 * at))
  return bytes
}
const createMp4Box = (type: string, ...content: (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(content.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
  return Buffer.concat([encodeUint32(body.length + 8), Buffer.from(type, 'latin1'), body])
}

/** Returns an MP4 whose sample table declares `samples` samples, so that a parser creates as many entries. */
export function createMp4WithSampleCount(samples = 0xff_ff_ff_ff): Buffer {
  const config = Buffer.from('0380808022000200048080801440150000000001f4000001f40005808080021190068080800102', 'hex')
  const mp4a = createMp4Box(
    'mp4a',
    Buffer.alloc(6),
    encodeUint16(1),
    Buffer.alloc(8),
    encodeUint16(2, 16, 0, 0),
    encodeUint32(48_000 * 65_536),
    createMp4Box('esds', encodeUint32(0), config),
  )
  const stbl = createMp4Box(
    'stbl',
    createMp4Box('stsd', encodeUint32(0, 1), mp4a),
    createMp4Box('stts', encodeUint32(0, 1, samples, 1_024)),
    createMp4Box('ctts', encodeUint32(0, 1, 1, 0)),
    createMp4Box('stsc', encodeUint32(0, 1, 1, 1, 1)),
    createMp4Box('stsz', encodeUint32(0, 1, 1)),
    createMp4Box('stco', encodeUint32(0, 1, 40)),
  )
  const minf = createMp4Box(
    'minf',
    createMp4Box('smhd', encodeUint32(0, 0)),
    createMp4Box('dinf', createMp4Box('dref', encodeUint32(0, 1), createMp4Box('url ', encodeUint32(1)))),
    stbl,
  )
  const mdia = createMp4Box(
    'mdia',
    createMp4Box('mdhd', encodeUint32(0, 0, 0, 48_000, 0), encodeUint16(0x55_c4, 0)),
    createMp4Box('hdlr', encodeUint32(0, 0), 'soun', encodeUint32(0, 0, 0), 'x\0'),
    minf,
  )
  const matrix = encodeUint32(0x1_00_00, 0, 0, 0, 0x1_00_00, 0, 0, 0, 0x40_00_00_00)
  const tkhd = createMp4Box(
    'tkhd',
    encodeUint32(7, 0, 0, 1, 0, 0, 0, 0),
    encodeUint16(0, 0, 0x1_00, 0),
    matrix,
    encodeUint32(0, 0),
  )
  const mvhd = createMp4Box(
    'mvhd',
    encodeUint32(0, 0, 0, 1_000, 0, 0x1_00_00),
    encodeUint16(0x1_00, 0),
    encodeUint32(0, 0),
    matrix,
    encodeUint32(0, 0, 0, 0, 0, 0, 2),
  )
  return Buffer.concat([
    createMp4Box('ftyp', 'isom', encodeUint32(0x2_00), 'isomiso2mp41'),
    createMp4Box('moov', mvhd, createMp4Box('trak', tkhd, mdia)),
    createMp4Box('mdat', Buffer.alloc(64)),
  ])
}

const createAdtsFrame = (length: number): Buffer =>
  Buffer.concat([Buffer.from([0xff, 0xf1, 0x50, 0x80, length >> 3, length > 0 ? 0x1f : 0, 0xfc]), Buffer.alloc(9)])

/** Returns AAC audio with a frame of length 0, so that the next frame begins at the same position. */
export const createAacWithEmptyFrame = (): Buffer => Buffer.concat([16, 16, 16, 16, 16, 0, 16, 16].map(createAdtsFrame))

/** Returns a legacy Office container whose allocation table contains a cycle. */
export function createCyclicOfficeFile(): Buffer {
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

/** An AAC file of a great many frames, each as short as it may be. */
export const createAacWithManyFrames = (frames: number): Buffer => Buffer.alloc(7 * frames, createAdtsFrame(7).subarray(0, 7))

/** A PNG of some bytes that says that it is 60,000 pixels wide and high. */
export function createHugePng(): Buffer {
  const chunk = (type: string, content: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), content])
    return Buffer.concat([encodeUint32(content.length), body, encodeUint32(crc32(body))])
  }
  const head = Buffer.concat([encodeUint32(60_000, 60_000), Buffer.from([8, 2, 0, 0, 0])])
  const rows = deflateSync(Buffer.alloc(1_000_000))
  const mark = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([mark, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

/** A PDF whose first page is an array in an array, 200,000 deep. */
export const createNestedPdf = (): Buffer =>
  Buffer.from(
    `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Kids ${'['.repeat(200_000)} >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF`,
  )

/** A PDF whose pages are their own children. */
export const createCyclicPdf = (): Buffer =>
  Buffer.from(
    '%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2000000000 >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF',
  )

/** A DOCX of 100 kB that is 105 MB when it is unpacked. `tag` makes its bytes others, here as below. */
export const createZipBomb = (tag = ''): Buffer =>
  createDocxFromXml(Buffer.concat([Buffer.alloc(105 * 1024 * 1024, ' '), Buffer.from(tag)]))
/** A DOCX whose markup is 100,000 tags in each other. */
export const createNestedDocx = (tag = ''): Buffer =>
  createDocxFromXml(`<a>${'<b>'.repeat(100_000)}${tag}${'</b>'.repeat(100_000)}</a>`)
/** A DOCX with 200,000 comments behind its text. */
export const createDocxWithManyComments = (tag = ''): Buffer => createDocxFromXml(`<a>${tag}</a>${'<!---->'.repeat(200_000)}`)

/** An XLSX of two cells that are a million rows and 16,384 columns apart. */
export const createSparseXlsx = (tag = ''): Buffer =>
  createXlsxFromXml({
    A: `<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>${tag}</sheetData></worksheet>`,
  })

/** A CSV whose quotes close nothing and whose blanks end a cell: 1 MB of one line. */
export const createCsvWithUnclosedQuotes = (): Buffer =>
  Buffer.from(`nome;preço\n"${'x"y'.repeat(150_000)}${' '.repeat(400_000)};1`)
/** A CSV of 300,000 headings over some rows. */
export const createWideCsv = (rows = 400): Buffer => Buffer.from(`nome${',x'.repeat(300_000)}\n${'Casa,1\n'.repeat(rows)}`)
/** A text of very short sentences in one paragraph. */
export const createShortSentenceText = (sentences = 60_000): Buffer => Buffer.from('A. '.repeat(sentences))
