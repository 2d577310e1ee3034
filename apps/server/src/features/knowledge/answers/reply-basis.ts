import { type Passage, passage } from '@prosa/contract/entities/agents/knowledge'
import * as z from 'zod/mini'

/** Photo of a product with its caption. */
export interface ProductCard {
  readonly caption: string
  readonly photoFileId: string
  /** Passage (text part of a knowledge source) about the product. */
  readonly passage: Passage
}

/** Schema of a reply text and the passages (text parts of knowledge sources) on which it is based. */
export const storedBasis = z.object({
  said: z.string(),
  passages: z.readonly(z.array(passage)),
  /** File id of the photo that is sent with the text. */
  photo: z.optional(z.string()),
})
export type StoredBasis = Readonly<z.infer<typeof storedBasis>>

/** Reply text with its passages and product cards. The cards are not stored. */
export interface ReplyBasis extends StoredBasis {
  /** Cards of the products in the text that the lead asked about. */
  readonly cards?: readonly ProductCard[] | undefined
}
