import type { SettingsDraft, VersionSettings } from '@prosa/contract/entities/agent-version'
import type { Tx } from '../../../kernel/db/database.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { errors } from '../../../kernel/errors.ts'
import type { Identity } from '../../../kernel/http/identity.ts'
import type { Gate, Standing } from '../gate.ts'
import { type AgentRow, findAgent } from '../queries.ts'
import { type AgentChanges, columnsOf, recordChange, requireAllowed } from '../write-agent.ts'
import { changeAgent, holdAgent } from './change-agent.ts'
import { type DraftRow, draftAsSeen, findDraft, moveDraft } from './draft-moves.ts'
import { nameOf } from './queries.ts'
import { differing, settingsOf } from './settings.ts'

type DraftDeps = Pick<Deps, 'db' | 'clock' | 'llm'>
const NO_DRAFT = 'Não há rascunho para publicar.'

/** A draft at the revision that the user has seen. */
interface Wanted {
  id: string
  revision: number
}

/** Returns an agent with its draft's settings applied, and the draft's revision. Returns null if the agent does not exist. */
export async function asDrafted(tx: Tx, tenantId: string, id: string): Promise<{ agent: AgentRow; revision: number } | null> {
  const agent = await findAgent(tx, tenantId, id)
  if (!agent) return null
  const draft = await findDraft(tx, agent)
  return { agent: { ...agent, ...columnsOf(draft?.changes ?? {}) }, revision: draft?.revision ?? 0 }
}

/** Returns an agent's draft, or the published settings if there is none. @throws 404 */
export async function readDraft(tx: Tx, gate: Gate, tenantId: string, id: string): Promise<SettingsDraft> {
  const agent = await findAgent(tx, tenantId, id)
  if (!agent) throw errors.notFound()
  return presentDraft(tx, gate, agent, await findDraft(tx, agent))
}

/** Converts a draft row to the contract's draft. Omits changes that equal the published settings. */
async function presentDraft(tx: Tx, gate: Gate, agent: AgentRow, draft: DraftRow | null): Promise<SettingsDraft> {
  const published = settingsOf(agent)
  const changes = differing(published, draft?.changes ?? {})
  const { tenantId, id: agentId, version } = agent
  const revision = draft?.revision ?? 0
  const { active, green, red } = await gate.standing(tx, { tenantId, agentId, revision, version })
  return {
    revision,
    version,
    settings: { ...published, ...changes },
    changed: Object.keys(changes),
    saved_by: draft?.savedBy ?? null,
    saved_by_name: await nameOf(tx, tenantId, draft?.savedBy ?? null),
    saved_at: draft?.savedAt?.toISOString() ?? null,
    corrections: { active, green, red: red.length },
  }
}

/** Saves changes in the draft. The published agent does not change. @throws 400, 404, 409 if another user has changed the draft */
export function saveDraft(
  { db, clock, llm }: DraftDeps,
  gate: Gate,
  { tenantId, userId }: Identity,
  { id, revision }: Wanted,
  changes: AgentChanges,
): Promise<SettingsDraft> {
  requireAllowed(llm, changes)
  return db.tenant(tenantId, async (tx) => {
    const held = await holdAgent(tx, tenantId, id)
    const at = clock.now()
    const before = await draftAsSeen(tx, held, revision, at)
    const wanted = settingsOf({ ...held, ...columnsOf({ ...before?.changes, ...changes }) })
    const draft = await moveDraft(tx, held, before, {
      moved: 'saved',
      by: userId,
      at,
      changes: differing(settingsOf(held), wanted),
    })
    tell(tx, held)
    return presentDraft(tx, gate, held, draft)
  })
}

/** Discards the draft. @throws 404, 409 if another user has changed it */
export function discardDraft({ db, clock }: DraftDeps, { tenantId, userId }: Identity, { id, revision }: Wanted): Promise<void> {
  return db.tenant(tenantId, async (tx) => {
    const held = await holdAgent(tx, tenantId, id)
    const at = clock.now()
    const before = await draftAsSeen(tx, held, revision, at)
    if (!before) return
    await moveDraft(tx, held, before, { moved: 'discarded', by: userId, at, changes: {} })
    tell(tx, held)
  })
}

/** The note of a publication, and the reason for publishing although corrections fail or are unchecked. */
interface Publication {
  note?: string | null | undefined
  override?: { reason: string } | undefined
}

/**
 * Publishes the draft as the agent's next version.
 * @throws 400, 404, 409 if another user has changed the draft, there is none, or an active correction did not pass for this revision
 * (LEARN-04)
 */
export function publishDraft(
  { db, clock, llm }: DraftDeps,
  gate: Gate,
  who: Identity,
  { id, revision }: Wanted,
  { note, override }: Publication,
): Promise<AgentRow> {
  const { tenantId, userId } = who
  return db.tenant(tenantId, async (tx) => {
    const held = await holdAgent(tx, tenantId, id)
    const at = clock.now()
    const before = await draftAsSeen(tx, held, revision, at)
    const changes: Partial<VersionSettings> = differing(settingsOf(held), before?.changes ?? {})
    if (Object.keys(changes).length === 0) throw errors.conflict(NO_DRAFT)
    requireAllowed(llm, changes)
    const standing = await gate.standing(tx, { tenantId, agentId: id, revision, version: held.version })
    const against = whatSpeaksAgainst(standing)
    if (against !== null && !override) throw errors.conflict(against)
    // Clears the draft first, so that `changeAgent` does not mark it as overtaken.
    await moveDraft(tx, held, before, { moved: 'published', by: userId, at, changes: {} })
    const row = await changeAgent(tx, who, held, columnsOf(changes), { at, note })
    const { red, unchecked } = standing
    const although = against === null ? {} : { reason: override?.reason.trim(), red, unchecked }
    await recordChange(tx, who, 'agent.published', held, row, although)
    return row
  })
}

/** Returns the reason why a draft must not be published, or null if every active correction passed for it. */
function whatSpeaksAgainst({ red, unchecked }: Standing): string | null {
  if (red.length > 0) return red.length === 1 ? '1 correção vermelha.' : `${red.length} correções vermelhas.`
  return unchecked > 0 ? 'Confira as correções deste rascunho antes de publicar.' : null
}

const tell = (tx: Tx, { tenantId, id, version }: AgentRow): void =>
  tx.emit({ name: 'agent.changed', payload: { tenantId, agent_id: id, version } })
