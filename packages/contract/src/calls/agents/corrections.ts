import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import {
  correction,
  correctionKind,
  correctionPhrases,
  correctionRun,
  correctionState,
  correctionText,
} from '../../entities/agents/correction.ts'
import { cursorQuery, id, listQuery } from '../../fields.ts'
import { successWithData, successWithoutData } from '../../responses.ts'

/**
 * API endpoints for corrections: replies of an agent that users marked as wrong (2-agents.md, section 6). Available only on servers with
 * the capability `versions`. Prosa extension.
 */

const params = z.object({ id })
const correctionParams = z.object({ id, correctionId: id })

/** Stores an agent's message as a wrong reply. Every user who may see the lead may request this. Accepts an `Idempotency-Key`. */
export const createCorrection = defineCall({
  name: 'createCorrection',
  method: 'POST',
  path: '/agents/:id/corrections',
  acceptsIdempotencyKey: true,
  summary: 'Transforma uma resposta errada do agente em um teste.',
  params,
  body: z.object({
    message_id: id,
    kind: correctionKind,
    text: correctionText,
    must: z.optional(correctionPhrases),
    must_not: z.optional(correctionPhrases),
  }),
  answer: successWithData(correction),
})

/** Returns an agent's corrections (replies that users marked as wrong), newest first. */
export const listCorrections = defineCall({
  name: 'listCorrections',
  method: 'GET',
  path: '/agents/:id/corrections',
  summary: 'As correções de um agente, da mais nova à mais antiga.',
  params,
  query: z.strictObject({ limit: listQuery.limit, ...cursorQuery }),
  answer: successWithData(
    z.object({
      corrections: z.array(correction),
      /** Number of all active corrections of the agent. */
      active: z.int(),
      /** Estimated cost of checking one correction, in millionths of a Brazilian real. Null if the cost is zero or unknown. */
      case_micro_brl: z.nullish(z.int()),
      /** The running check of all corrections, or null. */
      run: z.nullable(correctionRun),
      nextCursor: z.nullable(z.string()),
    }),
  ),
})

export const updateCorrection = defineCall({
  name: 'updateCorrection',
  method: 'PATCH',
  path: '/agents/:id/corrections/:correctionId',
  summary: 'Muda uma correção, desliga ou liga de novo.',
  params: correctionParams,
  body: z.object({
    state: z.optional(correctionState),
    text: z.optional(correctionText),
    must: z.optional(correctionPhrases),
    must_not: z.optional(correctionPhrases),
  }),
  answer: successWithData(correction),
})

export const deleteCorrection = defineCall({
  name: 'deleteCorrection',
  method: 'DELETE',
  path: '/agents/:id/corrections/:correctionId',
  summary: 'Apaga uma correção.',
  params: correctionParams,
  answer: successWithoutData,
})

const correctionRunParams = z.object({ id, runId: id })

/**
 * Starts checking all active corrections against revision `revision` of the agent's draft. A running check of the same revision continues;
 * a running check of another revision is stopped.
 */
export const startCorrectionRun = defineCall({
  name: 'startRun',
  method: 'POST',
  path: '/agents/:id/runs',
  summary: 'Confere todas as correções ativas com o rascunho como está: nada é enviado, agendado nem anotado.',
  params,
  body: z.object({ revision: z.int().check(z.gte(0)) }),
  answer: successWithData(correctionRun),
})

export const getCorrectionRun = defineCall({
  name: 'getRun',
  method: 'GET',
  path: '/agents/:id/runs/:runId',
  summary: 'Como está uma conferência.',
  params: correctionRunParams,
  answer: successWithData(correctionRun),
})

export const stopCorrectionRun = defineCall({
  name: 'stopRun',
  method: 'DELETE',
  path: '/agents/:id/runs/:runId',
  summary: 'Para uma conferência; o que já foi conferido fica.',
  params: correctionRunParams,
  answer: successWithoutData,
})
