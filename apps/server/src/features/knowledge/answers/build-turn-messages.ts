import { joinIntoOneMessage } from '../../../platform/messages/join-into-one-message.ts'
import type { ProductCard, ReplyBasis, StoredBasis } from './reply-basis.ts'

/** Part of a reply: plain text, or the caption of a product card. */
type ReplyPiece = { readonly text: string; readonly card?: ProductCard }

/**
 * Splits a reply into plain texts and product cards, at the places where the text of a product occurs. A product whose text does not occur
 * is placed at the end.
 */
const splitAtCards = (reply: string, cards: readonly ProductCard[]): ReplyPiece[] => {
  const pieces: ReplyPiece[] = [{ text: reply }]
  for (const card of cards) {
    const shown = { text: card.said, card }
    const at = pieces.findIndex((piece) => !piece.card && piece.text.includes(card.said))
    const text = pieces[at]?.text
    if (text === undefined) pieces.push(shown)
    else {
      const from = text.indexOf(card.said)
      pieces.splice(at, 1, { text: text.slice(0, from) }, shown, { text: text.slice(from + card.said.length) })
    }
  }
  return pieces.map((piece) => ({ ...piece, text: piece.text.trim() })).filter(({ text }) => text !== '')
}

/** Messages of a turn (one reply of the agent), in the order in which they are sent. */
interface TurnMessages {
  readonly replies: readonly string[]
  /** Returns the passages on which the message at `index` is based, and the id of its photo if the message is a caption. */
  saidAt: (index: number) => Pick<StoredBasis, 'photo'> & { basis: StoredBasis['passages'] | undefined }
  /** Returns the messages after the one at `index`, with the data that are necessary to send them later in the same way. */
  leftAfter: (index: number) => { unsent: string[]; basis?: readonly StoredBasis[] | undefined }
}

/**
 * Returns the messages for a turn's replies. Each product that the lead asked about becomes one separate message with its photo. If
 * `asOne`, the rest is joined into one message, unless there is a photo. Pure; the result of `leftAfter` yields the same messages again.
 */
export function buildTurnMessages(
  decided: { replies: readonly string[]; basis?: readonly ReplyBasis[] | undefined },
  asOne = false,
): TurnMessages {
  const { basis } = decided
  const shown = new Set<string>()
  const pieces = decided.replies.flatMap((reply) => {
    const cards = (basis ?? []).filter(({ said }) => reply.includes(said)).flatMap((each) => each.cards ?? [])
    const once = cards.filter(({ said }) => !shown.has(said) && shown.add(said))
    return once.length > 0 ? splitAtCards(reply, once) : [{ text: reply }]
  })
  const kept: StoredBasis[] | undefined = basis && [
    ...basis.map(({ said, passages, photo }) => ({ said, passages, photo })),
    ...pieces.flatMap(({ card }) => (card ? [{ said: card.said, passages: [card.passage], photo: card.photo }] : [])),
  ]
  const underPhoto = (reply: string | undefined) => kept?.find(({ said, photo }) => photo !== undefined && said === reply)
  const texts = pieces.map(({ text }) => text)
  const replies = asOne && !texts.some(underPhoto) ? joinIntoOneMessage(texts) : texts
  return {
    replies,
    saidAt: (index) => {
      const reply = replies[index]
      const card = underPhoto(reply)
      if (card) return { basis: card.passages, photo: card.photo }
      const from = kept?.filter(({ said, photo }) => photo === undefined && reply?.includes(said))
      return { basis: from?.flatMap(({ passages }) => passages) }
    },
    leftAfter: (index) => ({ unsent: replies.slice(index + 1), basis: index + 1 < replies.length ? kept : undefined }),
  }
}
