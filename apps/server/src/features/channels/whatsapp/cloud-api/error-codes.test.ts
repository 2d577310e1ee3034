import { expect, it } from 'vitest'
import { getErrorMeaning, META_ERROR_CODES } from './error-codes.ts'

/** Codes of Meta's page of 2026-09-11 in addition to those known before, by how they are handled. */
const LISTED: Readonly<Record<'broken' | 'never' | 'later', readonly number[]>> = {
  broken: [0, 3, 33, 368, 131037, 131042, 131045, 133000, 133006, 133010, 133015],
  never: [
    1, 100, 130403, 130472, 130497, 131008, 131009, 131021, 131052, 131055, 131060, 131062, 131063, 131064, 132005, 132007,
    132018, 132068, 133005, 133008, 133009, 133016, 134011, 134100, 134101, 134102, 135000, 139100, 2593107, 2593108, 2593109,
  ],
  later: [132069],
}

it.each(Object.entries(LISTED).flatMap(([handling, codes]) => codes.map((code) => [code, handling] as const)))(
  'WIRE-14 code %i is %s, in words of its own',
  (code, handling) => {
    const meaning = getErrorMeaning(code)
    expect({ later: meaning.isTemporary, broken: meaning.blocksNumber }).toEqual({
      later: handling === 'later',
      broken: handling === 'broken',
    })
    expect(meaning.reason).not.toContain('código')
    const same = Object.entries(META_ERROR_CODES).filter(
      ([other, [, reason]]) => Number(other) !== code && reason === meaning.reason,
    )
    expect(same).toEqual([])
  },
)

it('WIRE-14 a code that nobody knows is never tried again and named; without one nothing is made up', () => {
  expect(getErrorMeaning(999_999)).toEqual({
    isTemporary: false,
    blocksNumber: false,
    reason: 'O WhatsApp recusou a mensagem (código 999999).',
  })
  expect(getErrorMeaning(null)).toEqual({ isTemporary: false, blocksNumber: false, reason: 'O WhatsApp recusou a mensagem.' })
})

it('every reason is whole sentences', () => {
  for (const [, reason] of Object.values(META_ERROR_CODES)) expect(reason).toMatch(/^\p{Lu}.*\.$/u)
})
