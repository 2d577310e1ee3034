import { type Compound, type Entry, openCompound, STORAGE, STREAM, Unreadable } from './compound.ts'
import { WITH_MACROS } from './files.ts'

/** In what stands at the top of a file its program knows it; an embedded file says nothing of the one that it lies in. */
const POWERPOINT = 'POWERPOINT DOCUMENT'
const KINDS: Readonly<Record<string, string>> = {
  WORDDOCUMENT: 'application/msword',
  WORKBOOK: 'application/vnd.ms-excel',
  BOOK: 'application/vnd.ms-excel',
  [POWERPOINT]: 'application/vnd.ms-powerpoint',
}
/** Where Word and Excel keep macros, at the top or of something that is embedded. */
const MACROS: ReadonlySet<string> = new Set(['MACROS', 'VBA', '_VBA_PROJECT', '_VBA_PROJECT_CUR'])
const OTHER = 'application/octet-stream'

/** @returns its type, {@link WITH_MACROS}, or that of bytes which are nothing of ours */
export async function officeIn(file: Blob): Promise<string> {
  try {
    const compound = await openCompound(file)
    const inside = compound.entries.filter(({ type }) => type === STORAGE || type === STREAM)
    if (inside.some(({ name }) => MACROS.has(name))) return WITH_MACROS
    const known = compound.top.find(({ name, type }) => type === STREAM && name in KINDS)
    if (known?.name === POWERPOINT && (await hasMacros(compound, known))) return WITH_MACROS
    return (known && KINDS[known.name]) ?? OTHER
  } catch (error) {
    if (error instanceof Unreadable) return OTHER
    throw error
  }
}

const RECORD_BYTES = 8
/** The document, its list of what belongs to it, and what it says there of macros ([MS-PPT]). */
const CONTAINERS: ReadonlySet<number> = new Set([0x03e8, 0x07d0, 0x03ff])
const ABOUT_MACROS = 0x0400
const RECORDS_MAX = 100_000

/** PowerPoint keeps its macros packed within its one stream, and says in a record that it has some; also of a version that was saved over. */
async function hasMacros({ bytesOf }: Compound, stream: Entry): Promise<boolean> {
  const read = await bytesOf(stream)
  const places = [{ from: 0, to: stream.size }]
  let records = 0
  for (let place = places.pop(); place; place = places.pop()) {
    const { from, to } = place
    if (from + RECORD_BYTES > to) continue
    if (++records > RECORDS_MAX) throw new Unreadable()
    const header = await read(from, RECORD_BYTES)
    const [type, begins] = [header.getUint16(2, true), from + RECORD_BYTES]
    const ends = begins + header.getUint32(4, true)
    if (type === ABOUT_MACROS && (await read(begins + 4, 4)).getUint32(0, true) !== 0) return true
    places.push({ from: ends, to })
    if (CONTAINERS.has(type)) places.push({ from: begins, to: Math.min(ends, to) })
  }
  return false
}
