import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import { isSameDay } from 'date-fns/isSameDay'
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { agentDrafts, type DRAFT_REVISION_CAUSES } from '../../../platform/database/schema/agents/versions.ts'
import { users } from '../../../platform/database/schema/organisation/accounts.ts'
import { errors } from '../../../platform/errors.ts'
import { type AgentRow, findTenantNameAndTimezone } from '../queries.ts'

export type DraftRow = typeof agentDrafts.$inferSelect
type DraftMove = (typeof DRAFT_REVISION_CAUSES)[number]

const DRAFT_MOVE_PHRASES: Readonly<Record<DraftMove, string>> = {
  saved: 'salvou este rascunho',
  published: 'publicou este rascunho',
  discarded: 'descartou este rascunho',
  overtaken: 'publicou outra versão',
}

/** Returns the draft row of an agent, even if the draft was published or discarded. Returns null if the agent never had a draft. */
export async function findDraft(tx: Tx, { tenantId, id }: Pick<AgentRow, 'tenantId' | 'id'>): Promise<DraftRow | null> {
  const [row] = await tx.db
    .select()
    .from(agentDrafts)
    .where(whereTenant(agentDrafts, tenantId, eq(agentDrafts.agentId, id)))
  return row ?? null
}

/**
 * Returns an agent's draft after verifying that it has the given revision. The agent's row must be locked.
 * @throws 409 with the time of the last change and the name of the user who made it (LEARN-09)
 */
export async function requireDraftRevision(tx: Tx, agent: AgentRow, revision: number, now: Date): Promise<DraftRow | null> {
  const row = await findDraft(tx, agent)
  if ((row?.revision ?? 0) === revision) return row
  throw errors.conflict(row ? await describeDraftConflict(tx, row, now) : 'O rascunho mudou. Veja como ele está agora.')
}

async function describeDraftConflict(tx: Tx, { tenantId, moved, movedBy, movedAt }: DraftRow, now: Date): Promise<string> {
  const [user] = await tx.db
    .select({ name: users.name })
    .from(users)
    .where(whereTenant(users, tenantId, eq(users.id, movedBy)))
  const timeZone = (await findTenantNameAndTimezone(tx, tenantId))?.timezone ?? 'UTC'
  const localTime = new TZDate(movedAt, timeZone)
  const timeText = isSameDay(localTime, new TZDate(now, timeZone))
    ? format(localTime, "'às' HH:mm")
    : format(localTime, "'em' dd/MM 'às' HH:mm")
  return `${user?.name ?? 'Outra pessoa'} ${DRAFT_MOVE_PHRASES[moved]} ${timeText}.`
}

/** Replaces the changes in an agent's draft and increments the draft's revision. An empty `changes` object removes the draft. */
export async function replaceDraft(
  tx: Tx,
  { tenantId, id: agentId }: AgentRow,
  before: DraftRow | null,
  { cause: moved, userId, at, changes }: { cause: DraftMove; userId: string; at: Date; changes: DraftRow['changes'] },
): Promise<DraftRow> {
  const values = {
    revision: (before?.revision ?? 0) + 1,
    changes,
    ...(moved === 'saved' ? { savedBy: userId, savedAt: at } : { savedBy: null, savedAt: null }),
    moved,
    movedBy: userId,
    movedAt: at,
  }
  const [row] = await tx.db
    .insert(agentDrafts)
    .values({ tenantId, agentId, ...values })
    .onConflictDoUpdate({ target: [agentDrafts.tenantId, agentDrafts.agentId], set: values })
    .returning()
  if (!row) throw errors.internal()
  return row
}

/**
 * Increments the revision of an agent's draft when another version is published. A user who has not seen that version then cannot publish
 * the draft.
 */
export async function invalidateDraftRevision(
  tx: Tx,
  { tenantId, id }: AgentRow,
  { userId, at }: { userId: string; at: Date },
): Promise<void> {
  const d = agentDrafts
  await tx.db
    .update(d)
    .set({ revision: sql`${d.revision} + 1`, moved: 'overtaken', movedBy: userId, movedAt: at })
    .where(whereTenant(d, tenantId, eq(d.agentId, id), sql`${d.changes} <> '{}'::jsonb`))
}
