import { tz } from '@date-fns/tz'
import { isSecondStepRequired } from '@prosa/contract/rules/accounts/second-step'
import { format } from 'date-fns'
import type { UserWithTenant } from '../queries.ts'

/** Returns the date from which a user must have a second factor. Null if none is required or the user already has one. */
export function getSecondStepDueDate({ user, tenant }: UserWithTenant): string | null {
  const isRequired = user.secondStep === 'none' && isSecondStepRequired(tenant.secondStep, user.role)
  return isRequired ? tenant.secondStepFrom : null
}

/** Whether a user must set up a second factor now, by the date in the organisation's time zone. */
export function isSecondStepDue(userWithTenant: UserWithTenant, now: Date): boolean {
  const dueDate = getSecondStepDueDate(userWithTenant)
  return dueDate !== null && dueDate <= format(now, 'yyyy-MM-dd', { in: tz(userWithTenant.tenant.timezone) })
}
