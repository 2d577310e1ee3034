/** How much each organisation of the bench holds. */
export interface Sizes {
  /** Conversations, and messages in each, of the organisation that most measures look at. */
  readonly large: { conversations: number; messagesEach: number }
  /** Conversations of the two that differ in nothing else: what depth costs. */
  readonly few: number
  readonly many: number
  readonly users: number
  /** Rows of audit of `few`, and of one that differs in nothing else. */
  readonly acts: { few: number; logged: number }
}

export const FULL: Sizes = {
  large: { conversations: 100_000, messagesEach: 20 },
  few: 1_000,
  many: 1_000_000,
  users: 5_000,
  acts: { few: 10_000, logged: 1_000_000 },
}

/** What an embedded database is given: enough for the screens, nothing to measure queries by. */
export const SMALL: Sizes = {
  large: { conversations: 2_000, messagesEach: 20 },
  few: 100,
  many: 100,
  users: 5_000,
  acts: { few: 100, logged: 100 },
}

/** A word of every tenth message. */
export const COMMON_WORD = 'garagem'

/** Days that the conversations are spread over, up to the moment when they were made. */
export const SPREAD_DAYS = 180
/** Messages of the newest conversation: more than a screen, and many pages. */
export const LONG_CONVERSATION = 3_000
