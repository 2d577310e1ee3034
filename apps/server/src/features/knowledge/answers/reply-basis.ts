import { type Passage, passage } from '@prosa/contract/entities/agents/knowledge'
import * as z from 'zod/mini'

/** Card of a product: its text, the id of its photo, and its passage. */
export interface ProductCard {
  readonly said: string
  readonly photo: string
  readonly passage: Passage
}

/** Text of a reply and the passages on which it is based. `photo`: file with which the text is sent as a separate message. */
export const storedBasis = z.object({
  said: z.string(),
  passages: z.readonly(z.array(passage)),
  photo: z.optional(z.string()),
})
export type StoredBasis = Readonly<z.infer<typeof storedBasis>>

/** Text of a reply and the passages on which it is based, with product cards, which are not stored. */
export interface ReplyBasis extends StoredBasis {
  /** Cards of the requested products that the text mentions. */
  readonly cards?: readonly ProductCard[] | undefined
}
