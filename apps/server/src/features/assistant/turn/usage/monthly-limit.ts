import type { ReachedLimit } from '../../../costs/ports.ts'
import { HAND_OVER_MESSAGE } from '../../guard/limits/daily-limits.ts'
import { createStoppedDraft, type TurnDraft } from '../../turn-input.ts'
import type { LoadedAgentTurn } from '../loading/load-turn.ts'

/** `limit`: the reached monthly cost limit, or null. */
export interface LimitedTurn extends LoadedAgentTurn {
  readonly limit: ReachedLimit | null
}

/** Applies a reached monthly cost limit. In mode 'save', the playbook answers in one message instead of the language model (COST-05). */
export function applyMonthlyLimit(turn: LoadedAgentTurn, limit: ReachedLimit | null): LimitedTurn {
  return limit?.atLimit === 'save' ? { ...turn, limit, engine: 'playbook', shouldJoinReplies: true } : { ...turn, limit }
}

const brlFormat = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

/**
 * Hands over a turn at the monthly cost limit in mode 'hand_over'. The lead is informed once a day (`wasLeadInformed`: already informed).
 * Returns null if the turn continues.
 */
export function createLimitHandOver({ limit, conversation }: LimitedTurn, wasLeadInformed: boolean): TurnDraft | null {
  if (limit?.atLimit !== 'hand_over') return null
  const reason = `Limite de custo deste mês atingido: ${brlFormat.format(limit.brl)}. Continue a conversa`
  return createStoppedDraft({ conversation }, wasLeadInformed ? [] : [HAND_OVER_MESSAGE], {
    reason,
    status: 'Aguardando uma pessoa da equipe',
  })
}
