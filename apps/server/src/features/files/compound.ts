import { WITH_MACROS } from '@prosa/contract/rules/files'

/**
 * What an old Office file is, by the names inside it: all of them are compound files, as are installers, mails and much else ([MS-CFB]). Read
 * without a package: the one for it, `cfb`, wants the whole file in memory, and only the directory is looked at here.
 */

/** In what stands at its top a program knows its own file. */
const KINDS: Readonly<Record<string, string>> = {
  WORDDOCUMENT: 'application/msword',
  WORKBOOK: 'application/vnd.ms-excel',
  BOOK: 'application/vnd.ms-excel',
  'POWERPOINT DOCUMENT': 'application/vnd.ms-powerpoint',
}
/** Where Office keeps macros, at the top or of something that is embedded. */
const MACROS: ReadonlySet<string> = new Set(['MACROS', 'VBA', '_VBA_PROJECT', '_VBA_PROJECT_CUR'])
const OTHER = 'application/octet-stream'

const HEADER_BYTES = 512
const ENTRY_BYTES = 128
/** Sector numbers from here on are marks: of an end, of nothing. */
const MARKS_FROM = 0xfffffffa
/** So many parts of the FAT the header names itself. */
const IN_HEADER = 109
const STORAGE = 1
const STREAM = 2
const ROOT = 5
/** Read at once, so that a bucket is asked seldom; and the most that is read of one file. */
const PAGE_BYTES = 65_536
const PAGES_MAX = 256
const ENTRIES_MAX = 16_384

interface Entry {
  name: string
  type: number
  left: number
  right: number
  child: number
}

/** It is built as no program builds one, or too large to be looked at. */
class Unreadable extends Error {}

/** @returns its type, {@link WITH_MACROS}, or that of bytes which are nothing of ours */
export async function officeIn(file: Blob): Promise<string> {
  const entries = await directoryOf(file).catch((error: unknown) => {
    if (error instanceof Unreadable) return []
    throw error
  })
  const inside = entries.filter(({ type }) => type === STORAGE || type === STREAM)
  if (inside.some(({ name }) => MACROS.has(name))) return WITH_MACROS
  const kinds = atTop(entries).flatMap(({ name, type }) => (type === STREAM ? (KINDS[name] ?? []) : []))
  return kinds[0] ?? OTHER
}

/** What belongs to no storage: an embedded file says nothing of the one that it lies in. */
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

async function directoryOf(file: Blob): Promise<Entry[]> {
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
  return entries
}

function entryAt(part: DataView, at: number): Entry {
  // Its end is told with it.
  const bytes = Math.min(Math.max(part.getUint16(at + 0x40, true) - 2, 0), 62)
  const name = new TextDecoder('utf-16le').decode(new Uint8Array(part.buffer, part.byteOffset + at, bytes))
  const [type, left, right, child] = [
    part.getUint8(at + 0x42),
    part.getUint32(at + 0x44, true),
    part.getUint32(at + 0x48, true),
    part.getUint32(at + 0x4c, true),
  ]
  // As Office compares them.
  return { name: name.toUpperCase(), type, left, right, child }
}

/** Reads parts of a file, none of which crosses a page. */
function inPages(file: Blob): (from: number, bytes: number) => Promise<DataView> {
  const pages = new Map<number, ArrayBuffer>()
  return async (from, bytes) => {
    const number = Math.floor(from / PAGE_BYTES)
    const start = number * PAGE_BYTES
    const kept = pages.get(number)
    if (!kept && pages.size >= PAGES_MAX) throw new Unreadable()
    const page = kept ?? (await file.slice(start, start + PAGE_BYTES).arrayBuffer())
    pages.set(number, page)
    if (from - start + bytes > page.byteLength) throw new Unreadable()
    return new DataView(page, from - start, bytes)
  }
}
