import type { AnsweringAgent, TurnPart as StoredPart, TurnConversation, TurnOutcome } from '../../conversations/ports.ts'
import { buildTurnMessages } from '../../knowledge/ports.ts'
import type { LeadMessage, TurnInput, TurnMeta } from '../turn-input.ts'
import { type DecisionWithMeta, parseMemory } from './decision/turn-decision.ts'
import type { ConversationMemory } from './memory-format.ts'

/** Data of a turn, loaded from the database at its beginning. */
export interface LoadedTurn extends Omit<TurnInput, 'newMessages'>, AnsweringAgent {
  readonly paused: boolean
  readonly archived: boolean
  /** Messages that the lead wrote after the last answered `seq` (sequence number), oldest first. */
  readonly unanswered: readonly LeadMessage[]
  /** `seq` of the newest unanswered message, or the last answered `seq` if there is none. */
  readonly uptoSeq: number
  /** Sequence numbers of voice messages that this turn answers without a transcript. */
  readonly untranscribedSeqs: readonly number[]
  /** Whether all replies of the turn are sent as one message. */
  readonly shouldJoinReplies?: boolean
  /** Ids of the voice messages whose transcripts the turn uses. */
  readonly transcribedMessageIds?: readonly string[]
  /** Sequence numbers of late transcripts that need no further turn once this turn is stored. */
  readonly settledLateSeqs: readonly number[]
}

/** One reply of a turn, or the single part of a turn without replies, together with all data that is stored in the same transaction. */
export interface TurnPart extends StoredPart {
  readonly memory: ConversationMemory
  /** `ms`: milliseconds from the start of the turn to this part. */
  readonly meta: TurnMeta & Pick<AnsweringAgent, 'version'> & { readonly heard?: string[]; readonly ms: number }
}

export interface TurnPorts<T extends LoadedTurn = LoadedTurn> {
  /**
   * Loads a turn. Returns null if the conversation does not exist or the agent cannot answer now. Also runs without new messages, because
   * an interrupted turn resumes with the replies in `memory.unsent`.
   */
  loadTurn(conversationRef: TurnConversation): Promise<T | null>
  /**
   * Decides the replies and changes of the turn, and shows the typing indicator if that takes time. Returns 'stale' if the turn was
   * cancelled meanwhile.
   */
  decide(turn: T, conversationRef: TurnConversation, showTyping: () => Promise<void>): Promise<DecisionWithMeta | 'stale'>
  showTyping(turn: T, isTyping: boolean): Promise<void>
  wait(ms: number): Promise<void>
  /**
   * Stores the part and marks messages up to `uptoSeq` as answered, in one transaction that locks the conversation. Returns 'said' if it
   * stored a reply, 'noted' if only other data. Returns 'stale' and stores nothing if the agent is paused, the lead archived, a user wrote
   * meanwhile, or the answered `seq` is not below (part 0) or equal to (later parts) `uptoSeq`. The next turn answers newer messages.
   */
  commitTurn(conversationRef: TurnConversation, part: TurnPart): Promise<TurnOutcome>
  now(): number
}

const MIN_TYPING_MS = 600
const MAX_TYPING_MS = 2_500
const LATER_PART_DEFAULTS = { attention: null, meeting: undefined, optOut: undefined, lines: undefined, unheard: [] } as const

/** Returns the time in milliseconds for which the typing indicator is shown before a reply, depending on the reply's length. */
export const getTypingMs = (reply: string): number => Math.min(MAX_TYPING_MS, Math.max(MIN_TYPING_MS, 350 + reply.length * 14))

/**
 * Answers the lead's messages: shows the typing indicator and sends one reply after another. Each reply is stored together with the list of
 * remaining ones, so that an interrupted turn is completed and no reply is sent twice.
 */
export const runTurn = async <T extends LoadedTurn>(
  ports: TurnPorts<T>,
  conversationRef: TurnConversation,
): Promise<'done' | 'stale' | 'nothing'> => {
  const startedAt = ports.now()
  const turn = await ports.loadTurn(conversationRef)
  if (!turn || turn.paused || turn.archived) return 'nothing'
  if (turn.unanswered.length === 0 && parseMemory(turn.conversation.memory).unsent.length === 0) return 'nothing'

  let isTypingShown = false
  const showTyping = async () => {
    isTypingShown = true
    await ports.showTyping(turn, true)
  }
  try {
    const decisionWithMeta = await ports.decide(turn, conversationRef, showTyping)
    if (decisionWithMeta === 'stale') return 'stale'
    const { decision, meta } = decisionWithMeta
    const { replies, getBasisAt, getUnsentAfter } = buildTurnMessages(decision, turn.shouldJoinReplies)
    const firstPart = decision.memory.parts - decision.replies.length
    // Subtracts the time for the decision from the first typing time, because the typing indicator was shown during it.
    let elapsedMs = ports.now() - startedAt
    for (let index = 0; index < Math.max(1, replies.length); index++) {
      const reply = replies[index]
      if (reply !== undefined) {
        await showTyping()
        await ports.wait(Math.max(0, getTypingMs(reply) - elapsedMs))
        elapsedMs = 0
      }
      const outcome = await ports.commitTurn(conversationRef, {
        ...decision,
        replies: reply === undefined ? [] : [reply],
        // Pauses the agent only with the last part, because a pause would block later parts.
        pause: index === replies.length - 1 || replies.length === 0 ? decision.pause : undefined,
        ...getBasisAt(index),
        memory: { ...decision.memory, parts: firstPart + replies.length, ...getUnsentAfter(index) },
        uptoSeq: turn.uptoSeq,
        part: firstPart + index,
        unheard: turn.untranscribedSeqs,
        ...(index === 0 ? {} : LATER_PART_DEFAULTS),
        late: turn.settledLateSeqs,
        meta: {
          ...(index === 0 ? meta : stripUsage(meta)),
          version: turn.version,
          ...(turn.transcribedMessageIds?.length ? { heard: [...turn.transcribedMessageIds] } : {}),
          ms: ports.now() - startedAt,
        },
      })
      if (outcome === 'stale') return 'stale'
    }
    return 'done'
  } finally {
    if (isTypingShown) await ports.showTyping(turn, false)
  }
}

/** Removes token counts, cost and tools from the metadata, because only the first part of a turn stores them. */
const stripUsage = (meta: TurnMeta): TurnMeta =>
  meta.engine === 'model' ? { engine: 'model', ...(meta.model ? { model: meta.model } : {}) } : meta
