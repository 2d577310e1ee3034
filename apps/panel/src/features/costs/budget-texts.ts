import type { Budget, BudgetLimitAction } from '@prosa/contract/entities/reports/cost'
import { formatPrice } from '../../shared/formatting/format-money.ts'

/** Texts for what the agents do when the monthly budget is reached, by action. */
export const AT_LIMIT_TEXTS: Readonly<Record<BudgetLimitAction, { label: string; description: string; consequence: string }>> = {
  save: {
    label: 'Economizar',
    description:
      'Os agentes respondem com os textos prontos, em uma mensagem só, e os áudios são transcritos quando alguém pede.',
    consequence: 'Até o fim do mês eles respondem com os textos prontos.',
  },
  hand_over: {
    label: 'Passar para a equipe',
    description: 'Os agentes avisam que uma pessoa vai continuar e chamam a equipe.',
    consequence: 'Até o fim do mês quem responde é a equipe.',
  },
  notify: {
    label: 'Só avisar',
    description: 'Os agentes continuam como antes.',
    consequence: 'Eles continuam respondendo.',
  },
}

/** Returns the warning to managers that the monthly budget is almost or completely used. Returns null below the warning threshold. */
export function getBudgetWarning({
  state,
  brl_month,
  at_limit,
}: Pick<Budget, 'state' | 'brl_month' | 'at_limit'>): string | null {
  if (brl_month === null || state === 'under') return null
  const limit = `limite de ${formatPrice(brl_month, 'BRL')}`
  if (state === 'near') return `Os agentes já usaram 80 % do ${limit} deste mês.`
  return `Os agentes chegaram ao ${limit} deste mês. ${AT_LIMIT_TEXTS[at_limit].consequence}`
}
