import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import { calendarDate } from '../../fields.ts'
import { successWithData } from '../../responses.ts'
import { SECOND_STEP_RULES } from '../../rules/accounts/second-step.ts'

/** API endpoints for the organisation's settings (3-team.md, section 3). Prosa extension. */

/**
 * Settings of an organisation. `second_step`: which users must use a second factor; `second_step_from`: first day of this rule in the
 * organisation's time zone, null if no one must use one.
 */
const organisationSettings = z.object({
  second_step: z.enum(SECOND_STEP_RULES),
  second_step_from: z.nullable(calendarDate),
})
export type OrganisationSettings = z.infer<typeof organisationSettings>

export const getOrganisationSettings = defineCall({
  name: 'getOrganisationSettings',
  method: 'GET',
  path: '/organisation/settings',
  summary: 'As regras da organização.',
  answer: successWithData(organisationSettings),
})

export const setOrganisationSettings = defineCall({
  name: 'setOrganisationSettings',
  method: 'PUT',
  path: '/organisation/settings',
  summary: 'Muda as regras da organização: de quem o segundo passo é pedido, e desde que dia.',
  body: organisationSettings,
  answer: successWithData(organisationSettings),
})
