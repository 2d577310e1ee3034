import { type Passage, passage } from '@prosa/contract/entities/knowledge'
import * as z from 'zod/mini'

/** What shows a product: words from its source, and the file of its photo. */
export interface Card {
  readonly said: string
  readonly photo: string
  readonly passage: Passage
}

/** Words of a reply, and the passages that they stand in; `photo`: the file under which they are a message of their own. */
export const keptBasis = z.object({
  said: z.string(),
  passages: z.readonly(z.array(passage)),
  photo: z.optional(z.string()),
})
export type KeptBasis = Readonly<z.infer<typeof keptBasis>>

/** The same while its reply is whole. */
export interface Basis extends KeptBasis {
  /** What shows the products that were asked for, and that the words are about. */
  readonly cards?: readonly Card[] | undefined
}
