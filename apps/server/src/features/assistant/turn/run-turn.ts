import type { Answering, TurnPart as StoredPart, TurnOutcome, TurnPlace } from '../../conversations/ports.ts'
import { messagesOf } from '../../knowledge/ports.ts'
import type { LeadMessage, TurnInput, TurnMeta } from '../decision.ts'
import { type Decided, readMemory } from './memory.ts'
import type { Memory } from './memory-format.ts'

/** What the database knows when a turn begins. */
export interface LoadedTurn extends Omit<TurnInput, 'newMessages'>, Answering {
  readonly paused: boolean
  readonly archived: boolean
  /** The lead's messages after the agent's last answered `seq`, oldest first. */
  readonly unanswered: readonly LeadMessage[]
  /** `seq` of the newest of them; with none, the last answered `seq`. */
  readonly uptoSeq: number
  /** Places of the sounds among them that are answered unheard. */
  readonly unheard: readonly number[]
  /** What is said leaves as one message. */
  readonly asOne?: boolean
  /** Sounds among them that it has heard. */
  readonly heard?: readonly string[]
  /** Places of what had become text late when the turn began, and is dealt with by it. */
  readonly late: readonly number[]
}

/** One reply of a turn, or its only, silent part, with everything that is stored beside it in the same transaction. */
export interface TurnPart extends StoredPart {
  readonly memory: Memory
  /** `ms` is the time from the loading of the turn to this part. */
  readonly meta: TurnMeta & Pick<Answering, 'version'> & { readonly heard?: string[]; readonly ms: number }
}

export interface TurnPorts<T extends LoadedTurn = LoadedTurn> {
  /** Null when the conversation is gone. Also asked when nothing is unanswered: a turn that a crash cut in two goes on from `memory.unsent`. */
  loadTurn(place: TurnPlace): Promise<T | null>
  /** What to answer; shows typing itself where that takes time. 'stale' when the turn was called off meanwhile. */
  decide(turn: T, place: TurnPlace, showTyping: () => Promise<void>): Promise<Decided | 'stale'>
  showTyping(turn: T, isTyping: boolean): Promise<void>
  wait(ms: number): Promise<void>
  /**
   * Writes the part and marks everything up to `uptoSeq` as answered, in one transaction that holds the conversation.
   * 'said' when replies were stored, 'noted' when only the rest was.
   * 'stale', with nothing written: the agent was paused, the lead archived, a person wrote after the turn was loaded, or the answered
   * `seq` is past `uptoSeq` already. Part 0 finds it below `uptoSeq`, later parts find it equal. A newer message of the lead does not make
   * a part stale: the next turn answers it.
   */
  commitTurn(place: TurnPlace, part: TurnPart): Promise<TurnOutcome>
  now(): number
}

const MIN_TYPING_MS = 600
const MAX_TYPING_MS = 2_500
const TOLD_BEFORE = { attention: null, meeting: undefined, optOut: undefined, lines: undefined, unheard: [] } as const

/** A natural pause before a reply of this length. */
export const typingMs = (reply: string): number => Math.min(MAX_TYPING_MS, Math.max(MIN_TYPING_MS, 350 + reply.length * 14))

/**
 * Answers what a lead wrote, as a person would: typing shows while a reply is being written, and one reply follows another.
 * Each reply is stored with the memory of the ones still to come, so that a turn cut in two is finished, never said twice.
 */
export const runTurn = async <T extends LoadedTurn>(
  ports: TurnPorts<T>,
  place: TurnPlace,
): Promise<'done' | 'stale' | 'nothing'> => {
  const startedAt = ports.now()
  const turn = await ports.loadTurn(place)
  if (!turn || turn.paused || turn.archived) return 'nothing'
  if (turn.unanswered.length === 0 && readMemory(turn.conversation.memory, turn.now).unsent.length === 0) return 'nothing'

  let typing = false
  const showTyping = async () => {
    typing = true
    await ports.showTyping(turn, true)
  }
  try {
    const decided = await ports.decide(turn, place, showTyping)
    if (decided === 'stale') return 'stale'
    const { decision, meta } = decided
    const { replies, saidAt, leftAfter } = messagesOf(decision, turn.asOne)
    const firstPart = decision.memory.parts - decision.replies.length
    // Time spent on thinking was spent on typing, as far as anybody can see.
    let thought = ports.now() - startedAt
    for (let index = 0; index < Math.max(1, replies.length); index++) {
      const reply = replies[index]
      if (reply !== undefined) {
        await showTyping()
        await ports.wait(Math.max(0, typingMs(reply) - thought))
        thought = 0
      }
      const written = await ports.commitTurn(place, {
        ...decision,
        replies: reply === undefined ? [] : [reply],
        // What comes after a pause would be kept back by it.
        pause: index === replies.length - 1 || replies.length === 0 ? decision.pause : undefined,
        ...saidAt(index),
        memory: { ...decision.memory, parts: firstPart + replies.length, ...leftAfter(index) },
        uptoSeq: turn.uptoSeq,
        part: firstPart + index,
        unheard: turn.unheard,
        ...(index === 0 ? {} : TOLD_BEFORE),
        late: turn.late,
        meta: {
          ...(index === 0 ? meta : briefly(meta)),
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

/** What a turn took is kept once. */
const briefly = (meta: TurnMeta): TurnMeta =>
  meta.engine === 'model' ? { engine: 'model', ...(meta.model ? { model: meta.model } : {}) } : meta
