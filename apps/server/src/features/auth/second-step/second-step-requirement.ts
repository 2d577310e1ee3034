import { tz } from '@date-fns/tz'
import { isSecondStepRequired } from '@prosa/contract/rules/accounts/second-step'
import { format } from 'date-fns'
import type { UserWithTenant } from '../queries.ts'

/**
 * Returns the date from which the user must have a second factor. Returns null if no second factor is required, or the user already has
 * one.
 */
export function getSecondStepDueDate({ user, tenant }: UserWithTenant): string | null {
  const isAsked = user.secondStep === 'none' && isSecondStepRequired(tenant.secondStep, user.role)
  return isAsked ? tenant.secondStepFrom : null
}

/**
 * Whether the user must set up a second factor now: the date from `getSecondStepDueDate` has been reached in the organisation's time zone.
 */
export function isSecondStepDue(who: UserWithTenant, now: Date): boolean {
  const from = getSecondStepDueDate(who)
  return from !== null && from <= format(now, 'yyyy-MM-dd', { in: tz(who.tenant.timezone) })
}
