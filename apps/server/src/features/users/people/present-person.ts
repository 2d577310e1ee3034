import type { Person } from '@prosa/contract/entities/organisation/person'
import { isManagerRole } from '@prosa/contract/rules/organisation/manage-people'
import type { PersonRow } from './list-people.ts'

const DAY_MS = 86_400_000

/**
 * Converts a user row to the API's `Person`. Only managers and the user themselves get e-mail address, phone number and other private data
 * (3-team.md, section 2).
 */
export function presentPerson(row: PersonRow, reader: { userId: string; role: string }, now: Date): Person {
  const { resetAskedAt: resetRequestedAt } = row
  const canSeePrivateData = isManagerRole(reader.role) || reader.userId === row.id
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    isActive: row.active,
    presence: row.active && row.present ? 'online' : 'offline',
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    ...(canSeePrivateData
      ? {
          phone: row.phone,
          email: row.email,
          last_seen_at: row.lastSeenAt?.toISOString() ?? null,
          second_step: row.secondStep,
          reset_asked_at:
            resetRequestedAt && now.getTime() - resetRequestedAt.getTime() < DAY_MS ? resetRequestedAt.toISOString() : null,
        }
      : {}),
  }
}
