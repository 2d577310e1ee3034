import { CAPABILITIES, type Capability } from '@prosa/contract/capabilities'
import type { DeviceSession } from '@prosa/contract/entities/accounts/session'
import type { User } from '@prosa/contract/entities/accounts/user'
import { getExtendedRolePermissions } from '@prosa/contract/roles'
import type { Config } from '../../platform/config/config.ts'
import type { sessions } from '../../platform/database/schema/organisation/accounts.ts'
import type { UserWithTenant } from './queries.ts'
import { getSecondStepDueDate } from './second-step/second-step-requirement.ts'

export function presentUser(userWithTenant: UserWithTenant, capabilities: readonly Capability[]): User {
  const { user, tenant } = userWithTenant
  const secondStepDueDate = getSecondStepDueDate(userWithTenant)
  return {
    id: user.id,
    phone: user.phone,
    name: user.name,
    email: user.email,
    tenant: { id: tenant.id, name: tenant.name, domain: tenant.domain, active: tenant.active, platform: tenant.platform },
    permissions: [...(user.permissions ?? getExtendedRolePermissions(user.role))],
    role: user.role,
    isActive: user.active,
    capabilities: [...capabilities],
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
    ...(secondStepDueDate ? { second_step_from: secondStepDueDate } : {}),
  }
}

/** Returns the capabilities of this server: the basic ones, and the optional ones that the configuration enables. */
export const getCapabilities = ({
  whatsapp,
  transcription: transcribe,
}: Pick<Config, 'whatsapp' | 'transcription'>): readonly Capability[] => [
  ...CAPABILITIES,
  ...(whatsapp.signup ? (['signup'] as const) : []),
  ...(transcribe ? (['transcripts'] as const) : []),
]

export function presentSession(session: typeof sessions.$inferSelect, currentId: string): DeviceSession {
  return {
    id: session.id,
    userAgent: session.userAgent,
    ip: session.ip,
    createdAt: session.createdAt.toISOString(),
    lastUsedAt: session.lastUsedAt.toISOString(),
    current: session.id === currentId,
  }
}
