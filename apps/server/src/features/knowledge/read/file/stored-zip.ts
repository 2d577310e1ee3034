import { crc32 } from 'node:zlib'

/** Fixed fields of a ZIP that nothing is compressed in: version 2.0, names in UTF-8, and no date. */
const VERSION = 20
const UTF8_NAMES = 0x8_00

const numbers = (...fields: readonly (readonly [bytes: number, value: number])[]): Buffer =>
  Buffer.concat(
    fields.map(([bytes, value]) => {
      const field = Buffer.alloc(bytes)
      field.writeUIntLE(value, 0, bytes)
      return field
    }),
  )

/** Packs files into a ZIP without compressing them. */
export function storedZip(files: ReadonlyMap<string, Buffer>): Buffer {
  const [parts, central]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const [name, bytes] of files) {
    const label = Buffer.from(name)
    const about = numbers(
      [2, VERSION],
      [2, UTF8_NAMES],
      [2, 0],
      [4, 0],
      [4, crc32(bytes)],
      [4, bytes.length],
      [4, bytes.length],
      [2, label.length],
      [2, 0],
    )
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), about, label, bytes])
    const place = numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, at])
    central.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), numbers([2, VERSION]), about, place, label]))
    parts.push(local)
    at += local.length
  }
  const listed = Buffer.concat(central)
  const end = numbers([4, 0], [2, files.size], [2, files.size], [4, listed.length], [4, at], [2, 0])
  return Buffer.concat([...parts, listed, Buffer.from('PK\u0005\u0006'), end])
}
