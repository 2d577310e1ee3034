/** Amount of data in each organisation of the bench. */
export interface DatasetSizes {
  /** Number of conversations, and messages per conversation, in the organisation that most measures use. */
  readonly large: { conversations: number; messagesEach: number }
  /** Number of conversations of two otherwise equal organisations, to measure the cost of long lists. */
  readonly few: number
  readonly many: number
  readonly users: number
  /** Number of audit entries of `few`, and of an otherwise equal organisation. */
  readonly acts: { few: number; logged: number }
}

export const FULL_DATASET: DatasetSizes = {
  large: { conversations: 100_000, messagesEach: 20 },
  few: 1_000,
  many: 1_000_000,
  users: 5_000,
  acts: { few: 10_000, logged: 1_000_000 },
}

/** Sizes for an embedded database: enough for the screens, too little to measure queries. */
export const SMALL_DATASET: DatasetSizes = {
  large: { conversations: 2_000, messagesEach: 20 },
  few: 100,
  many: 100,
  users: 5_000,
  acts: { few: 100, logged: 100 },
}

/** A word that occurs in every tenth message. */
export const COMMON_WORD = 'garagem'

/** Days over which the conversations are distributed, up to their creation. */
export const SPREAD_DAYS = 180
/** Number of messages of the newest conversation, enough for many pages. */
export const LONG_CONVERSATION_MESSAGES = 3_000
