import type { FastifyBaseLogger } from 'fastify'
import { stopped, type TurnInput } from '../decision.ts'
import { reasonOf } from '../guard/log.ts'
import { CALLS_A_PERSON } from '../guard/turns-alone.ts'
import type { GuardedBurst } from './guard-answer.ts'
import { readMemory, type TurnDecision } from './memory.ts'
import { type Reader, TookTooLong } from './reader.ts'

const UNREAD = 'O agente não conseguiu ler a mensagem a tempo'

/** Does one reading, and calls a person where it takes too long: that text is never read again (2-agents §2). */
const orHandOver = async <T>(log: FastifyBaseLogger, input: TurnInput, read: () => Promise<T>): Promise<T | TurnDecision> => {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof TookTooLong)) throw error
    log.error({ err: error }, 'a text was handed to a person unread')
    return handOver(input)
  }
}

/** Decides on the reader's thread. */
export const decideInTime =
  (reader: Reader, log: FastifyBaseLogger) =>
  (input: TurnInput): Promise<TurnDecision> =>
    orHandOver(log, input, () => reader.run('decide', input))

/** Asks the guard on the reader's thread. */
export const guardInTime =
  (reader: Reader, log: FastifyBaseLogger) =>
  (input: TurnInput): Promise<GuardedBurst | TurnDecision> =>
    orHandOver(log, input, () => reader.run('guard', input))

/** The lead hears that a person is called, the team reads why; no pattern looks at the text for it. */
const handOver = ({ conversation, newMessages, now }: TurnInput): TurnDecision => {
  const text = newMessages.map(({ content }) => content).join(' / ')
  const reason = reasonOf(`${UNREAD}: “${text}”`)
  const memory = readMemory(conversation.memory, now)
  return {
    ...stopped({ conversation }, [CALLS_A_PERSON], { reason, status: 'Aguardando uma pessoa da equipe' }),
    memory: {
      ...memory,
      // A danger outweighs what could not be read.
      guard: memory.guard.kind === 'danger' ? memory.guard : { kind: 'awaiting_person', since: now.toISOString(), reason },
      dialogue: { ...memory.dialogue, pending: null },
      parts: 1,
      unsent: [CALLS_A_PERSON],
    },
  }
}
