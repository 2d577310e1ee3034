import type { Config } from '../../../../platform/config/config.ts'
import { createStoppedDraft, type TurnDraft, type TurnInput } from '../../turn-input.ts'

type LimitScope = keyof Config['dailyLimits']

/**
 * Number of turns (agent answers) and model tokens that one lead, IP address, agent or organisation used on one day, including the turn
 * that is about to start.
 */
export interface DailyUsage {
  readonly scope: LimitScope | 'address'
  readonly turns: number
  readonly tokens: number
}

export interface ReachedDailyLimit {
  readonly scope: LimitScope
  readonly unit: 'turns' | 'tokens'
  readonly limit: number
}

/**
 * Result of the daily limit check. 'whole': the agent's own engine may answer. 'scripted': only the rule-based playbook may answer.
 * 'halted': no engine may answer.
 */
export type TurnPermission =
  | { readonly kind: 'whole' }
  | { readonly kind: 'scripted' }
  | { readonly kind: 'halted'; readonly reachedLimit: ReachedDailyLimit }

/** Message to a lead whose agent has reached a daily limit. It is sent once a day. */
export const HAND_OVER_MESSAGE = 'Uma pessoa da equipe vai continuar com você a partir daqui. Já deixei avisado!'

/**
 * Fraction of the daily limit that all leads of one IP address may use together. The limit is the smaller of the agent's and the
 * organisation's.
 */
const ADDRESS_SHARE = 0.1
/** Fraction of a daily limit that unknown web chat visitors may use together. The rest is reserved for known leads (decision 150). */
const UNKNOWN_VISITORS_SHARE = 0.8

/**
 * Returns whether a turn may start under the daily limits. `used` already includes this turn. Tokens are counted only after a turn, so one
 * turn may exceed the token limit before the next is halted.
 */
export function getTurnPermission(
  usages: readonly DailyUsage[],
  ceilings: Config['dailyLimits'],
  { isKnown }: { isKnown: boolean },
): TurnPermission {
  const { agent, tenant } = ceilings
  const addressLimit = { turns: Math.min(agent.turns, tenant.turns), tokens: Math.min(agent.tokens, tenant.tokens) }
  for (const { scope, turns, tokens } of usages) {
    const limit = scope === 'address' ? addressLimit : ceilings[scope]
    const share = scope === 'address' ? ADDRESS_SHARE : scope === 'lead' || isKnown ? 1 : UNKNOWN_VISITORS_SHARE
    const unit = turns > limit.turns * share ? 'turns' : tokens >= limit.tokens * share ? 'tokens' : null
    if (unit === null) continue
    if (scope === 'address' || share < 1) return { kind: 'scripted' }
    return { kind: 'halted', reachedLimit: { scope, unit, limit: limit[unit] } }
  }
  return { kind: 'whole' }
}

const SCOPE_LABELS: Readonly<Record<LimitScope, string>> = {
  lead: 'com este lead',
  agent: 'deste agente',
  tenant: 'da organização',
}
const UNIT_LABELS: Readonly<Record<ReachedDailyLimit['unit'], string>> = { turns: 'respostas', tokens: 'tokens do modelo' }

/**
 * Creates the draft of a turn that a daily limit halted. The lead is informed once a day that a person will continue (`wasTold`: already
 * informed today), and the attention reason names the reached limit to the team.
 */
export function createHaltedDraft(
  turn: Pick<TurnInput, 'conversation'>,
  { scope, unit, limit }: ReachedDailyLimit,
  { wasLeadInformed }: { wasLeadInformed: boolean },
): TurnDraft {
  const reason = `Limite de hoje atingido: ${limit.toLocaleString('pt-BR')} ${UNIT_LABELS[unit]} ${SCOPE_LABELS[scope]}. Continue a conversa`
  return createStoppedDraft(turn, wasLeadInformed ? [] : [HAND_OVER_MESSAGE], {
    reason,
    status: 'Aguardando uma pessoa da equipe',
  })
}
