import { describe, expect, it } from 'vitest'
import { createAgent } from '../../calls/agents/agent.ts'
import { createTenant } from '../../calls/organisation/tenants.ts'
import { passkeyName } from '../../entities/accounts/passkey.ts'
import { sentContact } from '../../entities/conversations/structured-content.ts'
import { localizedPersonName, personName } from '../accounts/person-name.ts'
import { messageText, requiredMessageText } from '../conversations/message-text.ts'
import { hasVisibleText, limitCombiningMarks } from './visible-text.ts'

/** One invisible code point of each kind. */
const INVISIBLE = [
  0x20, 0xa0, 0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x1680, 0x17b4, 0x180e, 0x2003, 0x200b, 0x200c, 0x200d, 0x200e, 0x202e, 0x2028,
  0x2060, 0x2062, 0x2800, 0x3000, 0x3164, 0xfe0f, 0xfeff, 0xffa0, 0x1d159, 0x1d173, 0xe0020, 0xe0100,
]
const texts = INVISIBLE.flatMap((code) => [2, 5].map((times) => String.fromCodePoint(code).repeat(times)))
const mixed = INVISIBLE.map((code) => String.fromCodePoint(code)).join('')

describe('a text of nothing but invisible characters', () => {
  it.each([...texts, mixed, '\u0301\u0301'])('shows nothing, is no name and no message (%j)', (text) => {
    expect(hasVisibleText(text)).toBe(false)
    expect(messageText.parse(text)).toBe('')
    expect(requiredMessageText.safeParse(text).success).toBe(false)
    for (const schema of [personName, localizedPersonName, passkeyName]) expect(schema.safeParse(text).success).toBe(false)
    const agent = { name: text, type: 'SDR' as const }
    expect(createAgent.body.safeParse(agent).error?.issues.map(({ path }) => path[0])).toEqual(['name'])
    expect(createTenant.body.safeParse({ name: text, domain: 'a.com.br' }).success).toBe(false)
    expect(sentContact.safeParse({ name: text, phone: '+5511987654321' }).success).toBe(false)
  })

  it('is not filled up to a name by them', () => {
    for (const text of texts) expect(personName.safeParse(`A${text}`).success).toBe(false)
  })
})

it.each(['a', '.', '❤️', '👩‍👩‍👧', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '1️⃣', '한글', 'مرحبا', 'न', '\u00ada'])(
  '%j shows something and stays as it is',
  (text) => {
    expect(requiredMessageText.parse(text)).toBe(text)
  },
)

it('leaves the marks that languages use, and cuts piles of them', () => {
  for (const text of ['ação', 'joa\u0303o', 'שָׁ֖לוֹם', 'ผู้ใหญ่', '1️⃣']) expect(limitCombiningMarks(text)).toBe(text)
  expect(limitCombiningMarks(`z${'\u0335'.repeat(5_000)}a`)).toBe(`z${'\u0335'.repeat(4)}a`)
  expect(personName.safeParse(`Zé${'\u0335'.repeat(50)}`).success).toBe(false)
})
