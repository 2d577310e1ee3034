import type { Passage } from '@prosa/contract/entities/agents/knowledge'
import { describe, expect, it } from 'vitest'
import { buildTurnMessages } from './build-turn-messages.ts'
import type { ProductCard, ReplyBasis } from './reply-basis.ts'

const passageOf = (name: string): Passage => ({
  _id: `passage of ${name}`,
  source_id: 'source',
  source: 'Preços',
  place: 'linha 2',
  text: name,
  question: null,
  product: null,
})
const cardOf = (name: string, price: string): ProductCard => ({
  caption: `${name}: ${price}. https://loja.test/${name}`,
  photoFileId: `photo of ${name}`,
  passage: passageOf(name),
})
const [studio, casa] = [cardOf('studio', 'R$ 398.000,00'), cardOf('casa', 'R$ 640.000,00')]
const about = (said: string, ...cards: ProductCard[]): ReplyBasis => ({
  said,
  passages: cards.map(({ passage }) => passage),
  cards,
})

/** Returns all messages of a turn with the ids of their photos. */
const all = (decided: Parameters<typeof buildTurnMessages>[0], asOne = false) => {
  const { replies, getBasisAt } = buildTurnMessages(decided, asOne)
  return replies.map((reply, at) => [reply, getBasisAt(at).photo])
}

describe('KNOW-12 the messages of a turn', () => {
  it('are the replies, as one where that is wished, while no product has a photo', () => {
    const decided = { replies: ['Oi!', 'Studio: R$ 398.000,00.'], basis: [about('Studio: R$ 398.000,00.')] }
    expect(all(decided)).toEqual([
      ['Oi!', undefined],
      ['Studio: R$ 398.000,00.', undefined],
    ])
    expect(all(decided, true)).toEqual([['Oi!\n\nStudio: R$ 398.000,00.', undefined]])
    expect(all({ replies: [] })).toEqual([])
  })

  it('have each product apart, under its photo, where it was said, and nothing is joined with a picture', () => {
    const said = `${studio.caption}\n${casa.caption}`
    const decided = { replies: [`Oi, Ana! ${said} Quer visitar?`, 'Qual dia prefere?'], basis: [about(said, studio, casa)] }
    for (const asOne of [false, true])
      expect(all(decided, asOne)).toEqual([
        ['Oi, Ana!', undefined],
        [studio.caption, studio.photoFileId],
        [casa.caption, casa.photoFileId],
        ['Quer visitar?', undefined],
        ['Qual dia prefere?', undefined],
      ])
  })

  it('have a product behind what a model says of it in its own words, once', () => {
    const replies = ['O studio sai por R$ 398.000,00.', 'O studio tem 28 m².']
    const basis = [about(replies[0] ?? '', studio), about(replies[1] ?? '', studio)]
    expect(all({ replies, basis })).toEqual([
      [replies[0], undefined],
      [studio.caption, studio.photoFileId],
      [replies[1], undefined],
    ])
    // A product whose text the guard removed from a reply shows no card.
    expect(all({ replies: ['Vou confirmar.'], basis })).toEqual([['Vou confirmar.', undefined]])
  })

  it.each([false, true])('come to the same when a cut leaves some of them unsaid, wherever it was (as one: %s)', (asOne) => {
    const replies = [`Oi! ${studio.caption} Quer visitar?`, 'A casa é linda.', 'Qual dia prefere?']
    const whole = { replies, basis: [about(studio.caption, studio), about('A casa é linda.', casa)] }
    const wanted = all(whole, asOne)
    expect(wanted).toHaveLength(6)
    for (let cut = 0; cut < wanted.length; cut += 1) {
      const { unsent, basis } = buildTurnMessages(whole, asOne).getUnsentAfter(cut)
      // Converts to JSON and back, as storing does.
      const kept = JSON.parse(JSON.stringify({ replies: unsent, basis })) as Parameters<typeof buildTurnMessages>[0]
      const left = all(kept)
      expect(left).toEqual(wanted.slice(cut + 1))
      if (cut === wanted.length - 1) expect(basis).toBeUndefined()
    }
  })
})
