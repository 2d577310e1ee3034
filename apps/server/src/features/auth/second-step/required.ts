import { tz } from '@date-fns/tz'
import { secondStepRuleIsFor } from '@prosa/contract/rules/second-step'
import { format } from 'date-fns'
import type { UserWithTenant } from '../queries.ts'

/** The day from which this person must have a second step and has none yet; null where nothing of the kind is asked. */
export function secondStepFrom({ user, tenant }: UserWithTenant): string | null {
  const isAsked = user.secondStep === 'none' && secondStepRuleIsFor(tenant.secondStep, user.role)
  return isAsked ? tenant.secondStepFrom : null
}

/** Whether that day has come, by the organisation's clock. */
export function isSecondStepDue(who: UserWithTenant, now: Date): boolean {
  const from = secondStepFrom(who)
  return from !== null && from <= format(now, 'yyyy-MM-dd', { in: tz(who.tenant.timezone) })
}
