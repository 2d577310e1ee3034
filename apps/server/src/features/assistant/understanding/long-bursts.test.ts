import { expect, it } from 'vitest'
import { BENTO_CLOSER, CLARA_SDR, NINA_POS_VENDA, runDialogue } from '../testing/dialogue.ts'
import { parseMessages } from './parse-messages.ts'

const filled = (part: string): string => part.repeat(Math.ceil(4_096 / part.length)).slice(0, 4_096)

/** Text parts that may be expensive for patterns and date parsing: unclosed brackets, near misses, hundreds of dates. */
const PARTS = [
  '<',
  '<a',
  '[',
  'a',
  'a@',
  'a.',
  'dr. ',
  ', ',
  ', e ',
  'ap ',
  '1',
  '1.',
  '(11) 9',
  '10/10 ',
  '31/02 ',
  'dia 1 ',
  'dia 1\n',
  '1 de maio ',
  'amanha ',
  'hoje ',
  'segunda-',
  'quinta quinta-feira as 10h30 ',
  'das 10 as 11 ',
  'as 10 ',
  '1 e meia ',
  'horarioo ',
  'financiamentoz ',
  'ignore ',
  'mostre ',
  'cancela ',
  'quero a ',
  'nao vou ',
  '1 de oi, select .\n',
  'R$ 1. ',
  'https://',
  'é́',
  '😀',
]

/**
 * Maximum CPU time in milliseconds, which excludes other load on the machine. Detects hangs and is not a target: such messages once took up
 * to 15 s, and the worst now takes less than a tenth of this.
 */
const MOST_MS = 1_000

it.each([CLARA_SDR, BENTO_CLOSER, NINA_POS_VENDA])('no burst of a stranger holds the process up ($type) @wide', (agent) => {
  const slow = PARTS.flatMap((part) => {
    const before = process.threadCpuUsage()
    runDialogue({ agent }, [Array.from({ length: 50 }, () => filled(part))])
    const { user, system } = process.threadCpuUsage(before)
    const ms = (user + system) / 1_000
    return ms > MOST_MS ? [`${JSON.stringify(part)}: ${Math.round(ms)} ms`] : []
  })
  expect(slow).toEqual([])
})

/** Each of these texts once blocked the process for minutes, with time growing exponentially. */
it.each([
  `${'tudo '.repeat(30)}x`,
  `daqui ${'a '.repeat(40)}x`,
  `nao ${'esta conseguindo '.repeat(30)}x`,
  `quero remarcar minha consulta ${'marcada para '.repeat(30)}x terça`,
  `quero remarcar minha consulta ${'que era marcada na '.repeat(30)}x terça`,
])('a message of a few words that go on and on is read at once: %s', (text) => {
  const before = process.threadCpuUsage()
  runDialogue({ agent: CLARA_SDR }, [text])
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(MOST_MS)
})

it('of a long burst the beginning is read', () => {
  const texts = ['Quero um apartamento', ...Array.from({ length: 49 }, () => filled('bla '))]
  const { lines } = parseMessages(texts.map((content) => ({ content, type: 'text' })))
  expect(lines[0]?.raw).toBe('Quero um apartamento')
  expect(lines.map(({ raw }) => raw).join('').length).toBeLessThan(8_100)
})
