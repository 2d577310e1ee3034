import { describe, expect, it } from 'vitest'
import { extractSingularWords } from '../../../platform/text/extract-words.ts'
import { composeAnswer } from './compose-answer.ts'
import { extractQuestionWords } from './content-words.ts'
import type { RankedPassage } from './find-passages.ts'
import { buildQueryWordGroups, expandQueryWords } from './query-word-groups.ts'
import { scorePassage } from './score-passage.ts'

type Written = Partial<Pick<RankedPassage, 'heading' | 'question'>> & Pick<RankedPassage, 'text'>

/** Builds the result of a search among these passages only, as the database would return it. */
const search = (question: string, written: readonly Written[]) => {
  const counts = new Map<string, number>()
  for (const { heading = '', question: own = '', text } of written)
    for (const word of new Set(extractSingularWords(`${heading} ${own} ${text}`))) counts.set(word, (counts.get(word) ?? 0) + 1)
  const known = [...counts].map(([word, passages]) => ({ word, passages }))
  const asked = extractQuestionWords(question)
  const like = new Map(expandQueryWords(asked).map((word) => [word, known]))
  const groups = buildQueryWordGroups(asked, like, 300)
  const passages = written
    .map(({ heading = null, question: own = null, text }, n): RankedPassage => {
      const judged = { title: 'Fonte', question: own, heading, text }
      return { ...judged, id: `${n}`, sourceId: 's', kind: 'text', place: null, product: null, ...scorePassage(groups, judged) }
    })
    .toSorted((a, b) => b.rank - a.rank)
  return { groups, passages }
}
const said = (question: string, ...written: Written[]) => composeAnswer(search(question, written), '2026-11-26')?.text ?? null

describe('what is said of what was found', () => {
  it('KNOW-04 what stands under a heading answers who asks for it', () => {
    const written = { heading: 'Horário de pico', text: 'Das 18h às 20h a espera é maior.' }
    expect(said('qual o horário de pico?', written)).toBe(written.text)
    expect(said('qual o horário de almoço?', written)).toBeNull()
  })

  it('KNOW-06 a word that has to do with what was asked finds a passage, and is no reason to say it', () => {
    const pool = { text: 'A piscina fica aberta o ano todo e é aquecida.' }
    const question = 'tem hidroginástica na piscina?'
    expect(search(question, [pool]).groups.flatMap(({ related }) => related)).toContain('piscina')
    expect(said(question, pool)).toBeNull()
    const { passages } = search('minha bike fica onde?', [
      { text: 'Bicicletário coberto no subsolo.' },
      { text: 'Fica no centro.' },
    ])
    expect(passages[0]?.text).toBe('Bicicletário coberto no subsolo.')
    expect(passages[0]?.coverage).toBe(0)
  })

  it('KNOW-06 short spellings are those of who asks: a name in a source stays one', () => {
    expect(said('vocês abrem domingo?', { text: 'Rua Dom Pedro, 100. Aberto das 9h às 18h.' })).toBeNull()
    expect(said('qual o tel?', { question: 'Qual o tel?', text: 'Tel: (11) 3333-4444.' })).toBe('Tel: (11) 3333-4444.')
    expect(extractQuestionWords('qto fika o plano')).toEqual(extractQuestionWords('quanto fica o plano'))
  })

  it('twelve words of a question are looked for', () => {
    const words = Array.from({ length: 40 }, (_, n) => `palavra${String.fromCharCode(97 + (n % 26))}${n}`)
    expect(extractQuestionWords(words.join(' '))).toHaveLength(12)
  })
})
