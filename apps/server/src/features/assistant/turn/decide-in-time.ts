import type { FastifyBaseLogger } from 'fastify'
import { stopped, type TurnInput } from '../decision.ts'
import { reasonOf } from '../guard/log.ts'
import { CALLS_A_PERSON } from '../guard/turns-alone.ts'
import type { GuardedBurst } from './guard-answer.ts'
import { readMemory, type TurnDecision } from './memory.ts'
import { type Reader, TookTooLong } from './reader.ts'

const UNREAD = 'O agente não conseguiu ler a mensagem a tempo'

/**
 * Runs a parsing step. If it exceeds its time limit, returns a decision that hands the conversation over to a user; the text is not parsed
 * again (2-agents §2).
 */
const orHandOver = async <T>(log: FastifyBaseLogger, input: TurnInput, read: () => Promise<T>): Promise<T | TurnDecision> => {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof TookTooLong)) throw error
    log.error({ err: error }, 'a text was handed to a person unread')
    return handOver(input)
  }
}

/** Decides a turn on the reader's worker thread. */
export const decideInTime =
  (reader: Reader, log: FastifyBaseLogger) =>
  (input: TurnInput): Promise<TurnDecision> =>
    orHandOver(log, input, () => reader.run('decide', input))

/** Runs the guard on the reader's worker thread. */
export const guardInTime =
  (reader: Reader, log: FastifyBaseLogger) =>
  (input: TurnInput): Promise<GuardedBurst | TurnDecision> =>
    orHandOver(log, input, () => reader.run('guard', input))

/** Returns a decision that informs the lead that a user takes over, and gives the team the reason. Does not run patterns on the text. */
const handOver = ({ conversation, newMessages, now }: TurnInput): TurnDecision => {
  const text = newMessages.map(({ content }) => content).join(' / ')
  const reason = reasonOf(`${UNREAD}: “${text}”`)
  const memory = readMemory(conversation.memory)
  return {
    ...stopped({ conversation }, [CALLS_A_PERSON], { reason, status: 'Aguardando uma pessoa da equipe' }),
    memory: {
      ...memory,
      // A danger has priority over the text that could not be parsed.
      guard: memory.guard.kind === 'danger' ? memory.guard : { kind: 'awaiting_person', since: now.toISOString(), reason },
      dialogue: { ...memory.dialogue, pending: null },
      parts: 1,
      unsent: [CALLS_A_PERSON],
    },
  }
}
