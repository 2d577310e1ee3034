import { tz } from '@date-fns/tz'
import { isSecondStepRequired } from '@prosa/contract/rules/accounts/second-step'
import { format } from 'date-fns'
import type { UserWithTenant } from '../queries.ts'

/** Returns the date from which this user, who has no second factor yet, must have one; null if none is required or it is set up. */
export function getSecondStepDueDate({ user, tenant }: UserWithTenant): string | null {
  const isAsked = user.secondStep === 'none' && isSecondStepRequired(tenant.secondStep, user.role)
  return isAsked ? tenant.secondStepFrom : null
}

/** Whether that date has been reached in the organisation's time zone. */
export function isSecondStepDue(who: UserWithTenant, now: Date): boolean {
  const from = getSecondStepDueDate(who)
  return from !== null && from <= format(now, 'yyyy-MM-dd', { in: tz(who.tenant.timezone) })
}
