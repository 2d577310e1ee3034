import type { DeviceSession } from '@prosa/contract/entities/session'
import type { User } from '@prosa/contract/entities/user'
import { permissionsOf } from '@prosa/contract/roles'
import type { sessions } from '../../kernel/db/schema/accounts.ts'
import type { UserWithTenant } from './queries.ts'

export function presentUser({ user, tenant }: UserWithTenant): User {
  return {
    id: user.id,
    phone: user.phone,
    name: user.name,
    email: user.email,
    tenant: { id: tenant.id, name: tenant.name, domain: tenant.domain, active: tenant.active, platform: tenant.platform },
    permissions: [...(user.permissions ?? permissionsOf(user.role))],
    role: user.role,
    isActive: user.active,
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
  }
}

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
