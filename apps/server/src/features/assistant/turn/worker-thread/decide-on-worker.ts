import type { FastifyBaseLogger } from 'fastify'
import { truncateReason } from '../../guard/guard-log.ts'
import { TURN_LIMIT_MESSAGE } from '../../guard/limits/turns-without-user.ts'
import { createStoppedDraft, type TurnInput } from '../../turn-input.ts'
import type { ModelScreening } from '../decision/screen-turn.ts'
import { parseMemory, type TurnDecision } from '../decision/turn-decision.ts'
import { ParseTimeoutError, type TextReader } from './text-reader.ts'

const PARSE_TIMEOUT_REASON = 'O agente não conseguiu ler a mensagem a tempo'

/**
 * Runs a step that parses the lead's text. If it exceeds its time limit, hands the conversation over without parsing again (2-agents §2).
 */
const runOrHandOver = async <T>(log: FastifyBaseLogger, input: TurnInput, parse: () => Promise<T>): Promise<T | TurnDecision> => {
  try {
    return await parse()
  } catch (error) {
    if (!(error instanceof ParseTimeoutError)) throw error
    log.error({ err: error }, 'a text was handed to a person unread')
    return createTimeoutDecision(input)
  }
}

/** Decides a turn with the playbook engine on a worker thread. */
export const decideOnWorker =
  (reader: TextReader, log: FastifyBaseLogger) =>
  (input: TurnInput): Promise<TurnDecision> =>
    runOrHandOver(log, input, () => reader.run('decide', input))

/** Runs the safety guard on a worker thread. */
export const guardOnWorker =
  (reader: TextReader, log: FastifyBaseLogger) =>
  (input: TurnInput): Promise<ModelScreening | TurnDecision> =>
    runOrHandOver(log, input, () => reader.run('guard', input))

/** Creates a decision that hands the conversation over. Matches no patterns, because they might exceed the time limit again. */
const createTimeoutDecision = ({ conversation, newMessages, now }: TurnInput): TurnDecision => {
  const text = newMessages.map(({ content }) => content).join(' / ')
  const reason = truncateReason(`${PARSE_TIMEOUT_REASON}: “${text}”`)
  const memory = parseMemory(conversation.memory)
  return {
    ...createStoppedDraft({ conversation }, [TURN_LIMIT_MESSAGE], { reason, status: 'Aguardando uma pessoa da equipe' }),
    memory: {
      ...memory,
      // A reported danger takes precedence over unparsed text.
      guard: memory.guard.kind === 'danger' ? memory.guard : { kind: 'awaiting_person', since: now.toISOString(), reason },
      dialogue: { ...memory.dialogue, pending: null },
      parts: 1,
      unsent: [TURN_LIMIT_MESSAGE],
    },
  }
}
