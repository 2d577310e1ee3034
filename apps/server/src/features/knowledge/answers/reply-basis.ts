import { type Passage, passage } from '@prosa/contract/entities/agents/knowledge'
import * as z from 'zod/mini'

/** Card of a product: its text, the file id of its photo, and the passage about the product. */
export interface ProductCard {
  readonly caption: string
  readonly photoFileId: string
  readonly passage: Passage
}

/**
 * Schema of a reply text and the passages on which the text is based. `photo`: id of the file with which the text is sent as a separate
 * message.
 */
export const storedBasis = z.object({
  said: z.string(),
  passages: z.readonly(z.array(passage)),
  photo: z.optional(z.string()),
})
export type StoredBasis = Readonly<z.infer<typeof storedBasis>>

/** Text of a reply, the passages on which the text is based, and product cards. The cards are not stored. */
export interface ReplyBasis extends StoredBasis {
  /** Cards of the products that the lead asked about and the text mentions. */
  readonly cards?: readonly ProductCard[] | undefined
}
