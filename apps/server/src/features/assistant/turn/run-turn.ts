import type { AnsweringAgent, TurnPart as StoredPart, TurnConversation, TurnOutcome } from '../../conversations/ports.ts'
import { buildTurnMessages } from '../../knowledge/ports.ts'
import type { LeadMessage, TurnInput, TurnMeta } from '../turn-input.ts'
import { type DecisionWithMeta, parseMemory } from './decision/turn-decision.ts'
import type { ConversationMemory } from './memory-format.ts'

/** Data loaded from the database at the beginning of a turn. */
export interface LoadedTurn extends Omit<TurnInput, 'newMessages'>, AnsweringAgent {
  readonly paused: boolean
  readonly archived: boolean
  /** The lead's messages after the agent's last answered `seq`, oldest first. */
  readonly unanswered: readonly LeadMessage[]
  /** `seq` of the newest of them, or the last answered `seq` if there are none. */
  readonly uptoSeq: number
  /** Sequence numbers of voice messages that are answered without a transcript. */
  readonly unheard: readonly number[]
  /** True if all replies are sent as one message. */
  readonly asOne?: boolean
  /** Voice messages whose transcripts the turn uses. */
  readonly heard?: readonly string[]
  /** Sequence numbers of late transcripts that this turn settles. */
  readonly late: readonly number[]
}

/** One reply of a turn, or its only part without a reply, with everything stored in the same transaction. */
export interface TurnPart extends StoredPart {
  readonly memory: ConversationMemory
  /** `ms` is the time in milliseconds from loading the turn to this part. */
  readonly meta: TurnMeta & Pick<AnsweringAgent, 'version'> & { readonly heard?: string[]; readonly ms: number }
}

export interface TurnPorts<T extends LoadedTurn = LoadedTurn> {
  /**
   * Loads a turn, or returns null if the conversation does not exist. Also called without new messages, because an interrupted turn resumes
   * from `memory.unsent`.
   */
  loadTurn(place: TurnConversation): Promise<T | null>
  /** Decides the turn and shows typing if that takes time. Returns 'stale' if the turn was cancelled meanwhile. */
  decide(turn: T, place: TurnConversation, showTyping: () => Promise<void>): Promise<DecisionWithMeta | 'stale'>
  showTyping(turn: T, isTyping: boolean): Promise<void>
  wait(ms: number): Promise<void>
  /**
   * Stores the part and marks everything up to `uptoSeq` as answered, in one transaction that locks the conversation.
   * Returns 'said' if replies were stored, 'noted' if only the rest was.
   * Returns 'stale' and stores nothing if the agent was paused, the lead archived, a user wrote after the turn was loaded, or the answered
   * `seq` is already past `uptoSeq`. For part 0 it must be below `uptoSeq`, for later parts equal. A newer message of the lead does not
   * make a part stale, because the next turn answers it.
   */
  commitTurn(place: TurnConversation, part: TurnPart): Promise<TurnOutcome>
  now(): number
}

const MIN_TYPING_MS = 600
const MAX_TYPING_MS = 2_500
const LATER_PART_DEFAULTS = { attention: null, meeting: undefined, optOut: undefined, lines: undefined, unheard: [] } as const

/** Returns the typing time in milliseconds for a reply, by its length. */
export const getTypingMs = (reply: string): number => Math.min(MAX_TYPING_MS, Math.max(MIN_TYPING_MS, 350 + reply.length * 14))

/**
 * Answers a lead's messages: shows typing, then sends one reply after another. Each reply is stored with the memory of the remaining ones,
 * so that an interrupted turn is completed and no reply is sent twice.
 */
export const runTurn = async <T extends LoadedTurn>(
  ports: TurnPorts<T>,
  place: TurnConversation,
): Promise<'done' | 'stale' | 'nothing'> => {
  const startedAt = ports.now()
  const turn = await ports.loadTurn(place)
  if (!turn || turn.paused || turn.archived) return 'nothing'
  if (turn.unanswered.length === 0 && parseMemory(turn.conversation.memory).unsent.length === 0) return 'nothing'

  let typing = false
  const showTyping = async () => {
    typing = true
    await ports.showTyping(turn, true)
  }
  try {
    const decided = await ports.decide(turn, place, showTyping)
    if (decided === 'stale') return 'stale'
    const { decision, meta } = decided
    const { replies, saidAt, leftAfter } = buildTurnMessages(decision, turn.asOne)
    const firstPart = decision.memory.parts - decision.replies.length
    // Subtracts the time for deciding from the first typing time, because typing was shown during it.
    let thought = ports.now() - startedAt
    for (let index = 0; index < Math.max(1, replies.length); index++) {
      const reply = replies[index]
      if (reply !== undefined) {
        await showTyping()
        await ports.wait(Math.max(0, getTypingMs(reply) - thought))
        thought = 0
      }
      const written = await ports.commitTurn(place, {
        ...decision,
        replies: reply === undefined ? [] : [reply],
        // Pauses only with the last part, because a pause would hold back later ones.
        pause: index === replies.length - 1 || replies.length === 0 ? decision.pause : undefined,
        ...saidAt(index),
        memory: { ...decision.memory, parts: firstPart + replies.length, ...leftAfter(index) },
        uptoSeq: turn.uptoSeq,
        part: firstPart + index,
        unheard: turn.unheard,
        ...(index === 0 ? {} : LATER_PART_DEFAULTS),
        late: turn.late,
        meta: {
          ...(index === 0 ? meta : stripUsage(meta)),
          version: turn.version,
          ...(turn.heard?.length ? { heard: [...turn.heard] } : {}),
          ms: ports.now() - startedAt,
        },
      })
      if (written === 'stale') return 'stale'
    }
    return 'done'
  } finally {
    if (typing) await ports.showTyping(turn, false)
  }
}

/** Removes the usage from the metadata, because only the first part stores it. */
const stripUsage = (meta: TurnMeta): TurnMeta =>
  meta.engine === 'model' ? { engine: 'model', ...(meta.model ? { model: meta.model } : {}) } : meta
