import { joinIntoOneMessage } from '../../../platform/messages/join-into-one-message.ts'
import type { ProductCard, ReplyBasis, StoredBasis } from './reply-basis.ts'

/** Part of an agent's reply: plain text or a product card. */
type ReplyPiece = { readonly text: string; readonly card?: ProductCard }

/** Splits a reply into plain texts and product cards. A card is placed where the reply contains its caption, otherwise at the end. */
const splitAtCards = (reply: string, cards: readonly ProductCard[]): ReplyPiece[] => {
  const pieces: ReplyPiece[] = [{ text: reply }]
  for (const card of cards) {
    const cardPiece = { text: card.caption, card }
    const pieceIndex = pieces.findIndex((piece) => !piece.card && piece.text.includes(card.caption))
    const text = pieces[pieceIndex]?.text
    if (text === undefined) pieces.push(cardPiece)
    else {
      const cardStart = text.indexOf(card.caption)
      pieces.splice(pieceIndex, 1, { text: text.slice(0, cardStart) }, cardPiece, {
        text: text.slice(cardStart + card.caption.length),
      })
    }
  }
  return pieces.map((piece) => ({ ...piece, text: piece.text.trim() })).filter(({ text }) => text !== '')
}

/** Messages of one agent answer, in the order of sending. */
interface TurnMessages {
  readonly replies: readonly string[]
  /** Returns the knowledge passages on which a message is based. `photo`: file id of the photo if the message is a photo caption. */
  getBasisAt: (index: number) => Pick<StoredBasis, 'photo'> & { basis: StoredBasis['passages'] | undefined }
  /**
   * Returns the messages after the one at `index`, and the data for sending them later. `buildTurnMessages` returns the same messages for
   * this data.
   */
  getUnsentAfter: (index: number) => { unsent: string[]; basis?: readonly StoredBasis[] | undefined }
}

/**
 * Returns the messages for an agent's replies. Each product card becomes a separate message with a photo. `shouldJoinReplies`: joins all
 * replies into one message, unless there is a photo.
 */
export function buildTurnMessages(
  decision: { replies: readonly string[]; basis?: readonly ReplyBasis[] | undefined },
  shouldJoinReplies = false,
): TurnMessages {
  const { basis } = decision
  const shownCaptions = new Set<string>()
  const pieces = decision.replies.flatMap((reply) => {
    const cards = (basis ?? []).filter(({ said }) => reply.includes(said)).flatMap((each) => each.cards ?? [])
    const newCards = cards.filter(({ caption }) => !shownCaptions.has(caption) && shownCaptions.add(caption))
    return newCards.length > 0 ? splitAtCards(reply, newCards) : [{ text: reply }]
  })
  const storedBasis: StoredBasis[] | undefined = basis && [
    ...basis.map(({ said, passages, photo }) => ({ said, passages, photo })),
    ...pieces.flatMap(({ card }) => (card ? [{ said: card.caption, passages: [card.passage], photo: card.photoFileId }] : [])),
  ]
  const findPhotoBasis = (reply: string | undefined) =>
    storedBasis?.find(({ said, photo }) => photo !== undefined && said === reply)
  const texts = pieces.map(({ text }) => text)
  const replies = shouldJoinReplies && !texts.some(findPhotoBasis) ? joinIntoOneMessage(texts) : texts
  return {
    replies,
    getBasisAt: (index) => {
      const reply = replies[index]
      const card = findPhotoBasis(reply)
      if (card) return { basis: card.passages, photo: card.photo }
      const replyBasis = storedBasis?.filter(({ said, photo }) => photo === undefined && reply?.includes(said))
      return { basis: replyBasis?.flatMap(({ passages }) => passages) }
    },
    getUnsentAfter: (index) => ({
      unsent: replies.slice(index + 1),
      basis: index + 1 < replies.length ? storedBasis : undefined,
    }),
  }
}
