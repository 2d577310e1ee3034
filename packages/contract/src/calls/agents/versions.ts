import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import { agentVersion, overrideReason, settingsDraft, versionNote } from '../../entities/agents/agent-version.ts'
import { cursorQuery, id, listQuery } from '../../fields.ts'
import { successWithData, successWithoutData } from '../../responses.ts'
import { settingsChanges } from './agent.ts'

/**
 * API endpoints for the draft and the published versions of an agent's settings (2-agents.md, section 6). Available only on servers with
 * the capability `versions`. Prosa extension.
 */

const params = z.object({ id })
/** Revision number of the draft that the client last fetched. */
const revision = z.int().check(z.gte(0))

/** Schema of an integer in a URL. Not in fields.ts, because every page with a conversation loads that file. */
const integerParam = z.codec(z.string().check(z.regex(/^\d{1,9}$/, 'Use um número inteiro.')), z.int(), {
  decode: Number,
  encode: String,
})

/** Returns the unpublished draft of an agent's settings, or the published settings if there is no draft. */
export const getDraft = defineCall({
  name: 'getDraft',
  method: 'GET',
  path: '/agents/:id/draft',
  summary: 'O rascunho das configurações de um agente.',
  params,
  answer: successWithData(settingsDraft),
})

/** Changes settings in an agent's draft. Omitted settings stay unchanged. */
export const saveDraft = defineCall({
  name: 'saveDraft',
  method: 'PUT',
  path: '/agents/:id/draft',
  summary: 'Muda o rascunho; o agente segue como está até que ele seja publicado.',
  params,
  body: z.object({ revision, settings: settingsChanges }),
  answer: successWithData(settingsDraft),
})

export const discardDraft = defineCall({
  name: 'discardDraft',
  method: 'DELETE',
  path: '/agents/:id/draft',
  summary: 'Descarta o rascunho.',
  params,
  query: z.strictObject({ revision: integerParam }),
  answer: successWithoutData,
})

export const publishDraft = defineCall({
  name: 'publishDraft',
  method: 'POST',
  path: '/agents/:id/publish',
  summary: 'Publica o rascunho como a próxima versão; vale a partir da próxima resposta do agente.',
  params,
  body: z.object({
    revision,
    note: z.nullish(versionNote),
    /** Publishes the draft even if corrections (replies that users marked as wrong) failed or were not checked with this draft. */
    override: z.optional(z.object({ reason: overrideReason })),
  }),
  answer: successWithData(agentVersion),
})

/** Returns the published versions of an agent's settings, newest first. */
export const listVersions = defineCall({
  name: 'listVersions',
  method: 'GET',
  path: '/agents/:id/versions',
  summary: 'As versões publicadas de um agente, da mais nova à mais antiga.',
  params,
  query: z.strictObject({ limit: listQuery.limit, ...cursorQuery }),
  answer: successWithData(z.object({ versions: z.array(agentVersion), nextCursor: z.nullable(z.string()) })),
})

export const restoreVersion = defineCall({
  name: 'restoreVersion',
  method: 'POST',
  path: '/agents/:id/versions/:n/restore',
  summary: 'Publica de novo as configurações de uma versão anterior, com um número novo.',
  params: z.object({ id, n: integerParam }),
  answer: successWithData(agentVersion),
})
