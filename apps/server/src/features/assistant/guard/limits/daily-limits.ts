import type { Config } from '../../../../platform/config/config.ts'
import { createStoppedDraft, type TurnDraft, type TurnInput } from '../../turn-input.ts'

type LimitScope = keyof Config['dailyLimits']

/** Turns and model tokens that a lead, IP address, agent or organisation used today, including the turn about to start. */
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
 * Result of the daily limit check. 'whole': the agent's own engine may answer. 'scripted': only the playbook engine, without a model.
 * 'halted': none.
 */
export type TurnPermission =
  | { readonly kind: 'whole' }
  | { readonly kind: 'scripted' }
  | { readonly kind: 'halted'; readonly reachedLimit: ReachedDailyLimit }

/** Sent to the lead once a day when a daily limit stops the agent. */
export const HAND_OVER_MESSAGE = 'Uma pessoa da equipe vai continuar com você a partir daqui. Já deixei avisado!'

/** Fraction of the smaller daily limit (agent or organisation) that all leads of one IP address share. */
const ADDRESS_SHARE = 0.1
/** Fraction of a daily limit for all unknown web chat visitors. The rest is reserved for known leads (decision 150). */
const UNKNOWN_VISITORS_SHARE = 0.8

/**
 * Returns whether a turn may start. `usages` include this turn, but its tokens are counted only afterwards, so one turn may exceed the
 * token limit.
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
 * Creates the draft of a turn that a daily limit halted. Names the limit to the team. `wasLeadInformed`: the lead was already informed
 * today.
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
