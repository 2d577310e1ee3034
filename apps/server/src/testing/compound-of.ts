/** What is inside a compound file: streams, by what is in them (null: nothing), and storages, by name. */
export interface Inside {
  readonly [name: string]: Inside | Buffer | null
}

const SECTOR = 512
const NUMBERS = SECTOR / 4
const IN_HEADER = 109
const [FREE, END, FAT, DIFAT] = [0xffffffff, 0xfffffffe, 0xfffffffd, 0xfffffffc]
const NONE = FREE

/**
 * An old Office file, an installer, or whatever has these names inside. `skipped`: so many sectors of nothing lie before its directory, whose own
 * parts lie the wrong way round. Streams lie behind it.
 */
export function compoundOf(inside: Inside, skipped = 0): Buffer {
  const entries: Buffer[] = [entryOf('Root Entry', 5)]
  const streams: { entry: Buffer; bytes: Buffer }[] = []
  addAll(entries, streams, 0, inside)
  while (entries.length % 4 !== 0) entries.push(entryOf('', 0))
  const directory = entries.length / 4
  const behind = streams.reduce((sum, { bytes }) => sum + sectorsOf(bytes), 0)
  const fats = Math.ceil(((skipped + directory + behind) * 1.02 + 20) / NUMBERS)
  const lists = Math.max(0, Math.ceil((fats - IN_HEADER) / (NUMBERS - 1)))
  const first = fats + lists + skipped
  const numbers = new Uint32Array(fats * NUMBERS).fill(FREE)
  numbers.fill(FAT, 0, fats).fill(DIFAT, fats, fats + lists)
  for (let n = 0; n < directory; n++) numbers[first + n] = n === 0 ? END : first + n - 1
  let next = first + directory
  for (const { entry, bytes } of streams) {
    entry.writeUInt32LE(next, 0x74)
    entry.writeUInt32LE(bytes.length, 0x78)
    for (const end = next + sectorsOf(bytes); next < end; next++) numbers[next] = next + 1 < end ? next + 1 : END
  }
  const sectors = Array.from({ length: directory }, (_, n) => Buffer.concat(entries.slice(n * 4, n * 4 + 4))).reverse()
  const listed = (from: number, count: number) => Array.from({ length: count }, (_, n) => (from + n < fats ? from + n : FREE))
  const chain = Array.from({ length: lists }, (_, n) => [
    ...listed(IN_HEADER + n * (NUMBERS - 1), NUMBERS - 1),
    n + 1 < lists ? fats + n + 1 : END,
  ])
  const header = Buffer.alloc(SECTOR)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  const short = [0x3e, 3, 0xfffe, 9, 6]
  for (const [n, value] of short.entries()) header.writeUInt16LE(value, 0x18 + n * 2)
  const long = [fats, first + directory - 1, 0, 4_096, END, 0, lists > 0 ? fats : END, lists, ...listed(0, IN_HEADER)]
  for (const [n, value] of long.entries()) header.writeUInt32LE(value, 0x2c + n * 4)
  return Buffer.concat([
    header,
    bytesOf(numbers),
    bytesOf(chain.flat()),
    Buffer.alloc(skipped * SECTOR),
    ...sectors,
    ...streams.map(padded),
  ])
}

const sectorsOf = (bytes: Buffer): number => Math.ceil(bytes.length / SECTOR)
const padded = ({ bytes }: { bytes: Buffer }): Buffer =>
  Buffer.concat([bytes, Buffer.alloc(sectorsOf(bytes) * SECTOR - bytes.length)])

const bytesOf = (numbers: ArrayLike<number>): Buffer => {
  const bytes = Buffer.alloc(numbers.length * 4)
  for (let n = 0; n < numbers.length; n++) bytes.writeUInt32LE(numbers[n] ?? 0, n * 4)
  return bytes
}

/** Each has the next one beside it: a tree, if no good one. */
function addAll(entries: Buffer[], streams: { entry: Buffer; bytes: Buffer }[], storage: number, inside: Inside): void {
  let pointer: { entry: Buffer | undefined; at: number } = { entry: entries[storage], at: 0x4c }
  for (const [name, within] of Object.entries(inside)) {
    const isStream = within === null || Buffer.isBuffer(within)
    const entry = entryOf(name, isStream ? 2 : 1)
    const place = entries.push(entry) - 1
    pointer.entry?.writeUInt32LE(place, pointer.at)
    pointer = { entry, at: 0x48 }
    if (!isStream) addAll(entries, streams, place, within)
    else if (within) streams.push({ entry, bytes: within })
  }
}

function entryOf(name: string, type: number): Buffer {
  const entry = Buffer.alloc(128)
  entry.write(name, 0, 62, 'utf16le')
  entry.writeUInt16LE(type === 0 ? 0 : name.length * 2 + 2, 0x40)
  entry.writeUInt8(type, 0x42)
  for (const at of [0x44, 0x48, 0x4c]) entry.writeUInt32LE(NONE, at)
  return entry
}
