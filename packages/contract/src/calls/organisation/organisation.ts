import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import { calendarDate } from '../../fields.ts'
import { successWithData } from '../../responses.ts'
import { SECOND_STEP_RULES } from '../../rules/accounts/second-step.ts'

/** API endpoints for the organisation's settings (3-team.md, section 3). Prosa extension. */

const organisationSettings = z.object({
  /** Users who must use a second factor to sign in. */
  second_step: z.enum(SECOND_STEP_RULES),
  /** First day of the rule `second_step`, in the organisation's time zone. Null if no user must use a second factor. */
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
