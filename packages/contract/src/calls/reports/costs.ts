import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import {
  budget,
  budgetLimit,
  COST_GROUPS,
  conversationCost,
  costSummary,
  datedRate,
  rate,
  versionCost,
} from '../../entities/reports/cost.ts'
import { calendarDate, id } from '../../fields.ts'
import { successWithData } from '../../responses.ts'

/**
 * API endpoints for costs, prices and the monthly budget (2-agents.md, section 7). Available only on servers with the capability `costs`.
 * Prosa extension.
 */

export const getCostSummary = defineCall({
  name: 'getCostSummary',
  method: 'GET',
  path: '/costs/summary',
  summary: 'O que o período custou, ao todo e por dia, agente, versão, número, tipo ou etapa.',
  query: z.strictObject({ from: calendarDate, to: calendarDate, group_by: z.enum(COST_GROUPS) }),
  answer: successWithData(costSummary),
})

export const getConversationCost = defineCall({
  name: 'getConversationCost',
  method: 'GET',
  path: '/conversations/lead/:leadId/:conversationId/cost',
  summary: 'O que a conversa custou até aqui, e tudo do lead.',
  params: z.object({ leadId: id, conversationId: id }),
  answer: successWithData(conversationCost),
})

/**
 * Returns the costs of each version of an agent's settings, and the number of meetings booked with it. Omits versions that have neither.
 */
export const listVersionCosts = defineCall({
  name: 'listVersionCosts',
  method: 'GET',
  path: '/agents/:id/versions/costs',
  summary: 'O que cada versão de um agente custou até aqui, e as reuniões que ela marcou.',
  params: z.object({ id }),
  answer: successWithData(z.object({ versions: z.array(versionCost) })),
})

/** Prices that apply to the organisation: its own, or the built-in price where it has set none. */
const rates = z.object({
  rates: z.array(rate),
  /** Names of the language models that the organisation's agents may use. */
  models: z.array(z.string()),
})

export const getRates = defineCall({
  name: 'getRates',
  method: 'GET',
  path: '/costs/rates',
  summary: 'Os preços, cada um com o dia em que começa a valer.',
  answer: successWithData(rates),
})

const RATES_MAX = 500

/** Replaces all prices that the organisation has set. Costs that are recorded already do not change. */
export const setRates = defineCall({
  name: 'setRates',
  method: 'PUT',
  path: '/costs/rates',
  summary: 'Muda os preços da organização. O que já foi contado não muda.',
  body: z.object({ rates: z.array(datedRate).check(z.maxLength(RATES_MAX)) }),
  answer: successWithData(rates),
})

export const getBudget = defineCall({
  name: 'getBudget',
  method: 'GET',
  path: '/costs/budget',
  summary: 'O limite do mês, o que acontece ao chegar nele e quanto os agentes já usaram.',
  answer: successWithData(budget),
})

export const setBudget = defineCall({
  name: 'setBudget',
  method: 'PUT',
  path: '/costs/budget',
  summary: 'Muda o limite do mês e o que acontece ao chegar nele.',
  body: budgetLimit,
  answer: successWithData(budget),
})
