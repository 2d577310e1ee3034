import { WITH_MACROS } from '@prosa/contract/rules/files'
import { officeIn } from '@prosa/contract/rules/old-office'
import { describe, expect, it } from 'vitest'
import { compoundOf, type Inside } from '../../testing/compound-of.ts'

const typeOf = (bytes: Buffer) => officeIn(new Blob([new Uint8Array(bytes)]))
const OTHER = 'application/octet-stream'
const SUMMARY: Inside = { '\u0005SummaryInformation': null }

const record = (type: number, data: Buffer): Buffer => {
  const header = Buffer.alloc(8)
  header.writeUInt16LE(type, 2)
  header.writeUInt32LE(data.length, 4)
  return Buffer.concat([header, data])
}
/** A slide, and behind it the presentation, which says whether it has macros. */
const slides = (hasMacros: boolean): Inside => {
  const about = record(0x0400, Buffer.from([1, 0, 0, 0, Number(hasMacros), 0, 0, 0, 2, 0, 0, 0]))
  const list = record(0x07d0, Buffer.concat([record(0x0fb0, Buffer.alloc(20)), record(0x03ff, about)]))
  return { 'PowerPoint Document': Buffer.concat([record(0x03ee, Buffer.alloc(9_003)), record(0x03e8, list)]) }
}

describe('an old Office file', () => {
  it.each<[string, Inside, string]>([
    ['Word', { ...SUMMARY, '1Table': null, WordDocument: null }, 'application/msword'],
    ['Excel', { Workbook: null, ...SUMMARY }, 'application/vnd.ms-excel'],
    ['an older Excel', { Book: null }, 'application/vnd.ms-excel'],
    ['PowerPoint', { 'Current User': null, ...slides(false), Pictures: null }, 'application/vnd.ms-powerpoint'],
    ['PowerPoint with macros', { 'Current User': null, ...slides(true) }, WITH_MACROS],
    ['PowerPoint without a presentation', { 'PowerPoint Document': null }, OTHER],
    ['Word with a table in it', { WordDocument: null, ObjectPool: { _1: { Workbook: null } } }, 'application/msword'],
    ['Word with macros', { WordDocument: null, Macros: { VBA: { dir: null } } }, WITH_MACROS],
    ['Excel with macros', { Workbook: null, _VBA_PROJECT_CUR: { VBA: { dir: null } } }, WITH_MACROS],
    ['one with macros in what is in it', { WordDocument: null, ObjectPool: { _1: { Workbook: null, vba: {} } } }, WITH_MACROS],
    ['an installer', { ...SUMMARY, 䡀㼿䕷䑬㭪䗤䠤: null }, OTHER],
    ['a mail with a document in it', { '__properties_version1.0': null, __attach_1: { WordDocument: null } }, OTHER],
    ['a folder that is called as a document’s text', { WordDocument: {} }, OTHER],
    ['nothing', {}, OTHER],
  ])('MEDIA-04 %s is known by what is in it', async (_what, inside, type) => {
    expect(await typeOf(compoundOf(inside))).toBe(type)
  })

  it('MEDIA-04 is known however far its directory lies from its beginning', async () => {
    const far = compoundOf(
      { ...Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`s${n}`, null])), WordDocument: null },
      15_000,
    )
    expect(await typeOf(far)).toBe('application/msword')
  })

  it('MEDIA-04 that is cut short, or whose directory has no end, is none', async () => {
    const whole = compoundOf({ WordDocument: null })
    for (const bytes of [8, 500, 600, whole.length - 1]) expect(await typeOf(whole.subarray(0, bytes))).toBe(OTHER)
    const round = compoundOf({ WordDocument: null })
    const first = round.readUInt32LE(0x30)
    round.writeUInt32LE(first, 512 + first * 4)
    expect(await typeOf(round)).toBe(OTHER)
  })
})
