import type { AnsweringAgent, TurnPart as StoredPart, TurnConversation, TurnOutcome } from '../../conversations/ports.ts'
import { buildTurnMessages } from '../../knowledge/ports.ts'
import type { LeadMessage, TurnInput, TurnMeta } from '../turn-input.ts'
import { type DecisionWithMeta, parseMemory } from './decision/turn-decision.ts'
import type { ConversationMemory } from './memory-format.ts'

/** Data of a turn, loaded when the turn starts. */
export interface LoadedTurn extends Omit<TurnInput, 'newMessages'>, AnsweringAgent {
  readonly paused: boolean
  readonly archived: boolean
  /** Messages after the last answered one, oldest first. */
  readonly unanswered: readonly LeadMessage[]
  /** Sequence number of the newest message in `unanswered`, or of the last answered one if that is empty. */
  readonly uptoSeq: number
  /** Sequence numbers of voice messages answered without a transcript. */
  readonly untranscribedSeqs: readonly number[]
  /** Whether all replies are sent as one message. */
  readonly shouldJoinReplies?: boolean
  /** Ids of voice messages whose transcripts the turn uses. */
  readonly transcribedMessageIds?: readonly string[]
  /** Sequence numbers of late transcripts that need no further turn after this one. */
  readonly settledLateSeqs: readonly number[]
}

/** One reply, with all data that the same transaction stores. A turn without replies has one part. */
export interface TurnPart extends StoredPart {
  readonly memory: ConversationMemory
  /** `ms`: milliseconds since the start of the turn. */
  readonly meta: TurnMeta & Pick<AnsweringAgent, 'version'> & { readonly heard?: string[]; readonly ms: number }
}

export interface TurnPorts<T extends LoadedTurn = LoadedTurn> {
  /**
   * Loads a turn. Returns null if the conversation does not exist or the agent cannot answer now. A turn without new messages sends the
   * unsent replies of an interrupted turn.
   */
  loadTurn(conversationRef: TurnConversation): Promise<T | null>
  /** Decides the turn, and shows the typing indicator if that takes time. Returns 'stale' if the turn was cancelled meanwhile. */
  decide(turn: T, conversationRef: TurnConversation, showTyping: () => Promise<void>): Promise<DecisionWithMeta | 'stale'>
  showTyping(turn: T, isTyping: boolean): Promise<void>
  wait(ms: number): Promise<void>
  /**
   * Stores a part and marks messages up to `uptoSeq` as answered, under a lock. Returns 'said' (reply stored), 'noted' (other data only) or
   * 'stale' (nothing): agent paused, lead archived, a user wrote, or the answered number is not below `uptoSeq` (first part) or equal to it
   * (later parts).
   */
  commitTurn(conversationRef: TurnConversation, part: TurnPart): Promise<TurnOutcome>
  now(): number
}

const MIN_TYPING_MS = 600
const MAX_TYPING_MS = 2_500
const LATER_PART_DEFAULTS = { attention: null, meeting: undefined, optOut: undefined, lines: undefined, unheard: [] } as const

/** Returns how long typing is shown before a reply, in milliseconds. Longer replies take longer. */
export const getTypingMs = (reply: string): number => Math.min(MAX_TYPING_MS, Math.max(MIN_TYPING_MS, 350 + reply.length * 14))

/**
 * Answers the lead's messages, one reply after another. Each reply is stored with the remaining ones, so that an interrupted turn is
 * completed and no reply is sent twice.
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
    // Typing was already shown during the decision, so that time is subtracted.
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
        // A pause blocks later parts, so only the last part sets it.
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

/** Removes usage and tools from the metadata, because only the first part stores them. */
const stripUsage = (meta: TurnMeta): TurnMeta =>
  meta.engine === 'model' ? { engine: 'model', ...(meta.model ? { model: meta.model } : {}) } : meta
