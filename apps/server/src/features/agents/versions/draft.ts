import type { SettingsDraft, VersionSettings } from '@prosa/contract/entities/agents/agent-version'
import type { Identity } from '../../../platform/access/identity.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errors } from '../../../platform/errors.ts'
import type { CorrectionGate, VerificationStatus } from '../correction-gate.ts'
import { type AgentRow, findAgent } from '../queries.ts'
import { type AgentChanges, recordAgentChange, requireAllowedModel, toAgentColumns } from '../write-agent.ts'
import { changeAgent, lockAgentForUpdate } from './change-agent.ts'
import { type DraftRow, findDraft, replaceDraft, requireDraftRevision } from './draft-moves.ts'
import { findUserName } from './queries.ts'
import { diffSettings, toVersionSettings } from './settings.ts'

type DraftDeps = Pick<Deps, 'db' | 'clock' | 'llm'>
const NO_DRAFT = 'Não há rascunho para publicar.'

/** Id of an agent, and the revision of its draft that the user has seen. */
interface DraftReference {
  id: string
  revision: number
}

/** Returns an agent with its draft settings applied, and the revision of the draft. Returns null if the agent does not exist. */
export async function findAgentWithDraft(
  tx: Tx,
  tenantId: string,
  id: string,
): Promise<{ agent: AgentRow; revision: number } | null> {
  const agent = await findAgent(tx, tenantId, id)
  if (!agent) return null
  const draft = await findDraft(tx, agent)
  return { agent: { ...agent, ...toAgentColumns(draft?.changes ?? {}) }, revision: draft?.revision ?? 0 }
}

/**
 * Returns an agent's draft, or the published settings if there is no draft.
 * @throws 404 if the agent does not exist
 */
export async function getSettingsDraft(tx: Tx, gate: CorrectionGate, tenantId: string, id: string): Promise<SettingsDraft> {
  const agent = await findAgent(tx, tenantId, id)
  if (!agent) throw errors.notFound()
  return presentDraft(tx, gate, agent, await findDraft(tx, agent))
}

/** Converts a draft row to the API format. Omits changes that equal the published settings. */
async function presentDraft(tx: Tx, gate: CorrectionGate, agent: AgentRow, draft: DraftRow | null): Promise<SettingsDraft> {
  const published = toVersionSettings(agent)
  const changes = diffSettings(published, draft?.changes ?? {})
  const { tenantId, id: agentId, version } = agent
  const revision = draft?.revision ?? 0
  const { activeCount, passedCount, failedIds } = await gate.getVerificationStatus(tx, { tenantId, agentId, revision, version })
  return {
    revision,
    version,
    settings: { ...published, ...changes },
    changed: Object.keys(changes),
    saved_by: draft?.savedBy ?? null,
    saved_by_name: await findUserName(tx, tenantId, draft?.savedBy ?? null),
    saved_at: draft?.savedAt?.toISOString() ?? null,
    corrections: { active: activeCount, green: passedCount, red: failedIds.length },
  }
}

/**
 * Saves changes in an agent's draft, without publishing them.
 * @throws 400, 404, 409 if another user has changed the draft
 */
export function saveDraft(
  { db, clock, llm }: DraftDeps,
  gate: CorrectionGate,
  { tenantId, userId }: Identity,
  { id, revision }: DraftReference,
  changes: AgentChanges,
): Promise<SettingsDraft> {
  requireAllowedModel(llm, changes)
  return db.tenant(tenantId, async (tx) => {
    const agent = await lockAgentForUpdate(tx, tenantId, id)
    const now = clock.now()
    const draftBefore = await requireDraftRevision(tx, agent, revision, now)
    const newSettings = toVersionSettings({ ...agent, ...toAgentColumns({ ...draftBefore?.changes, ...changes }) })
    const draft = await replaceDraft(tx, agent, draftBefore, {
      cause: 'saved',
      userId: userId,
      at: now,
      changes: diffSettings(toVersionSettings(agent), newSettings),
    })
    emitAgentChanged(tx, agent)
    return presentDraft(tx, gate, agent, draft)
  })
}

/**
 * Discards an agent's draft.
 * @throws 404, 409 if another user has changed the draft
 */
export function discardDraft(
  { db, clock }: DraftDeps,
  { tenantId, userId }: Identity,
  { id, revision }: DraftReference,
): Promise<void> {
  return db.tenant(tenantId, async (tx) => {
    const agent = await lockAgentForUpdate(tx, tenantId, id)
    const now = clock.now()
    const before = await requireDraftRevision(tx, agent, revision, now)
    if (!before) return
    await replaceDraft(tx, agent, before, { cause: 'discarded', userId: userId, at: now, changes: {} })
    emitAgentChanged(tx, agent)
  })
}

interface Publication {
  note?: string | null | undefined
  /** Set if the draft is to be published although checks of corrections failed or are missing. */
  override?: { reason: string } | undefined
}

/**
 * Publishes an agent's draft as the next version.
 * @throws 400, 404, 409 if another user has changed the draft, if there is no draft, or if a correction did not pass its check against this
 * revision and `override` is not set (LEARN-04)
 */
export function publishDraft(
  { db, clock, llm }: DraftDeps,
  gate: CorrectionGate,
  identity: Identity,
  { id, revision }: DraftReference,
  { note, override }: Publication,
): Promise<AgentRow> {
  const { tenantId, userId } = identity
  return db.tenant(tenantId, async (tx) => {
    const agent = await lockAgentForUpdate(tx, tenantId, id)
    const now = clock.now()
    const before = await requireDraftRevision(tx, agent, revision, now)
    const changes: Partial<VersionSettings> = diffSettings(toVersionSettings(agent), before?.changes ?? {})
    if (Object.keys(changes).length === 0) throw errors.conflict(NO_DRAFT)
    requireAllowedModel(llm, changes)
    const verificationStatus = await gate.getVerificationStatus(tx, { tenantId, agentId: id, revision, version: agent.version })
    const blockReason = getPublishBlockReason(verificationStatus)
    if (blockReason !== null && !override) throw errors.conflict(blockReason)
    // Clears the draft first. Otherwise `changeAgent` would mark the draft as outdated.
    await replaceDraft(tx, agent, before, { cause: 'published', userId: userId, at: now, changes: {} })
    const row = await changeAgent(tx, identity, agent, toAgentColumns(changes), { publishedAt: now, note })
    const { failedIds, uncheckedCount } = verificationStatus
    const overrideFields =
      blockReason === null ? {} : { reason: override?.reason.trim(), red: failedIds, unchecked: uncheckedCount }
    await recordAgentChange(tx, identity, 'agent.published', agent, row, overrideFields)
    return row
  })
}

/** Returns the reason why a draft must not be published. Returns null if every correction passed its check. */
function getPublishBlockReason({ failedIds, uncheckedCount }: VerificationStatus): string | null {
  if (failedIds.length > 0) return failedIds.length === 1 ? '1 correção vermelha.' : `${failedIds.length} correções vermelhas.`
  return uncheckedCount > 0 ? 'Confira as correções deste rascunho antes de publicar.' : null
}

const emitAgentChanged = (tx: Tx, { tenantId, id, version }: AgentRow): void =>
  tx.emit({ name: 'agent.changed', payload: { tenantId, agent_id: id, version } })
