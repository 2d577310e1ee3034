/**
 * Compound files ([MS-CFB]): old Office, installers, mails and much else, each a small file system of its own. Read without a package: the one for
 * it, `cfb`, wants the whole file in memory, and here little of it is looked at.
 */

const HEADER_BYTES = 512
const ENTRY_BYTES = 128
/** Sector numbers from here on are marks: of an end, of nothing. */
const MARKS_FROM = 0xfffffffa
/** So many parts of the FAT the header names itself. */
const IN_HEADER = 109
const ROOT = 5
/** Read at once, so that a bucket is asked seldom. */
const PAGE_BYTES = 65_536
const PAGES_KEPT = 64
/** What the largest file has, and some that are read twice. */
const READS_MAX = 2_048
const ENTRIES_MAX = 16_384

export const STORAGE = 1
export const STREAM = 2

export interface Entry {
  /** In capitals: so names are compared. */
  name: string
  type: number
  left: number
  right: number
  child: number
  start: number
  size: number
}

export interface Compound {
  /** All that is in it, at whatever depth. */
  entries: readonly Entry[]
  /** What belongs to no storage. */
  top: readonly Entry[]
  /** So many bytes of a stream from one place on. @throws Unreadable where there are not as many */
  bytesOf: (stream: Entry) => Promise<(from: number, bytes: number) => Promise<DataView>>
}

/** It is built as no program builds one, cut short, or too large to be looked at. */
export class Unreadable extends Error {}

/** @throws Unreadable */
export async function openCompound(file: Blob): Promise<Compound> {
  const read = inPages(file)
  const header = await read(0, HEADER_BYTES)
  const sectorBytes = 1 << header.getUint16(0x1e, true)
  if (sectorBytes !== 512 && sectorBytes !== 4_096) throw new Unreadable()
  const numbers = sectorBytes / 4
  const sector = (n: number) => read((n + 1) * sectorBytes, sectorBytes)

  /** Where a part of the FAT lies: the header names the first, and a chain of sectors the others. */
  const fatSector = async (part: number): Promise<number> => {
    if (part < IN_HEADER) return header.getUint32(0x4c + part * 4, true)
    let list = await sector(header.getUint32(0x44, true))
    let left = part - IN_HEADER
    for (; left >= numbers - 1; left -= numbers - 1) list = await sector(list.getUint32(sectorBytes - 4, true))
    return list.getUint32(left * 4, true)
  }
  const after = async (n: number): Promise<number> =>
    (await sector(await fatSector(Math.floor(n / numbers)))).getUint32((n % numbers) * 4, true)

  const entries: Entry[] = []
  for (let n = header.getUint32(0x30, true); n < MARKS_FROM; n = await after(n)) {
    const part = await sector(n)
    for (let at = 0; at < sectorBytes; at += ENTRY_BYTES) entries.push(entryAt(part, at))
    if (entries.length > ENTRIES_MAX) throw new Unreadable()
  }

  const bytesOf: Compound['bytesOf'] = async ({ start, size }) => {
    // What is smaller lies elsewhere, among others of its kind.
    if (size < header.getUint32(0x38, true)) throw new Unreadable()
    const chain = [start]
    const place = async (index: number): Promise<number> => {
      for (let last = chain.at(-1) ?? MARKS_FROM; chain.length <= index; last = chain.at(-1) ?? MARKS_FROM)
        chain.push(await after(last))
      return chain[index] ?? MARKS_FROM
    }
    return async (from, bytes) => {
      if (from + bytes > size) throw new Unreadable()
      const found = new Uint8Array(bytes)
      for (let done = 0; done < bytes; ) {
        const at = (from + done) % sectorBytes
        const { buffer, byteOffset } = await sector(await place(Math.floor((from + done) / sectorBytes)))
        const part = new Uint8Array(buffer, byteOffset + at, Math.min(sectorBytes - at, bytes - done))
        found.set(part, done)
        done += part.length
      }
      return new DataView(found.buffer)
    }
  }
  return { entries, top: atTop(entries), bytesOf }
}

function atTop(entries: readonly Entry[]): Entry[] {
  const [root] = entries
  const found = new Set<Entry>()
  const places = root?.type === ROOT ? [root.child] : []
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const entry = entries[place]
    if (!entry || found.has(entry)) continue
    found.add(entry)
    places.push(entry.left, entry.right)
  }
  return [...found]
}

function entryAt(part: DataView, at: number): Entry {
  // Its end is told with it.
  const bytes = Math.min(Math.max(part.getUint16(at + 0x40, true) - 2, 0), 62)
  const name = new TextDecoder('utf-16le').decode(new Uint8Array(part.buffer, part.byteOffset + at, bytes))
  const number = (offset: number) => part.getUint32(at + offset, true)
  const [left, right, child, start, size] = [number(0x44), number(0x48), number(0x4c), number(0x74), number(0x78)]
  return { name: name.toUpperCase(), type: part.getUint8(at + 0x42), left, right, child, start, size }
}

/** Reads parts of a file, none of which crosses a page. */
function inPages(file: Blob): (from: number, bytes: number) => Promise<DataView> {
  const pages = new Map<number, ArrayBuffer>()
  let reads = 0
  return async (from, bytes) => {
    const number = Math.floor(from / PAGE_BYTES)
    const start = number * PAGE_BYTES
    const kept = pages.get(number)
    if (!kept && ++reads > READS_MAX) throw new Unreadable()
    const page = kept ?? (await file.slice(start, start + PAGE_BYTES).arrayBuffer())
    // What a file keeps together lies together: which of so many pages stay hardly matters.
    if (!kept && pages.size === PAGES_KEPT) pages.clear()
    pages.set(number, page)
    if (from - start + bytes > page.byteLength) throw new Unreadable()
    return new DataView(page, from - start, bytes)
  }
}
