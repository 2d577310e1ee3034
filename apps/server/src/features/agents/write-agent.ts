import type { AgentType, BubbleMode, MoneyQuestionTopic, OpeningHours } from '@prosa/contract/entities/agents/agent'
import type { AuditFields } from '@prosa/contract/entities/organisation/audit'
import { v7 as uuid } from 'uuid'
import type { Identity } from '../../platform/access/identity.ts'
import { getChangedFields, toAuditActor, writeAuditEntry } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { agents } from '../../platform/database/schema/conversations/conversations.ts'
import type { Deps } from '../../platform/deps.ts'
import { errors } from '../../platform/errors.ts'
import type { CorrectionGate } from './correction-gate.ts'
import type { AgentRow } from './queries.ts'
import { changeAgent, insertVersions, lockAgentForUpdate } from './versions/change-agent.ts'

export interface AgentChanges {
  name?: string | undefined
  type?: AgentType | undefined
  active?: boolean | undefined
  persona?: string | null | undefined
  instructions?: string | null | undefined
  never?: string[] | undefined
  hours?: OpeningHours[] | null | undefined
  model?: string | null | undefined
  use_model?: boolean | undefined
  questions?: string[] | undefined
  replace_questions?: boolean | undefined
  asks_for?: MoneyQuestionTopic | undefined
  turns_without_person?: number | undefined
  bubbles?: BubbleMode | undefined
}

/** Settings that contain free text. Their values are not written to the audit log. */
const FREE_TEXT_SETTINGS: ReadonlySet<string> = new Set(['persona', 'instructions', 'never', 'questions'])

const MAX_AGENTS = 100

/** Converts requested changes to column values. Empty texts become null; undefined fields are omitted. */
export function toAgentColumns({
  use_model,
  replace_questions,
  asks_for,
  turns_without_person,
  type,
  ...rest
}: AgentChanges): Partial<AgentRow> {
  const columns = {
    ...rest,
    ...(rest.persona === '' ? { persona: null } : {}),
    ...(rest.instructions === '' ? { instructions: null } : {}),
    type: type === 'POST_SALE' ? 'POS_VENDA' : type,
    useModel: use_model,
    replaceQuestions: replace_questions,
    asksFor: asks_for,
    turnsWithoutPerson: turns_without_person,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

/**
 * Verifies that agents may use the requested language model.
 * @throws 400 if the server does not allow the requested language model
 */
export function requireAllowedModel(llm: Deps['llm'], { model }: AgentChanges): void {
  if (llm && model && !llm.models.includes(model))
    throw errors.invalid(undefined, { model: `Este servidor permite: ${llm.models.join(', ')}.` })
}

/**
 * Creates an agent.
 * @throws 400 for a model that is not allowed, 409 if the organisation has the maximum number of agents
 */
export function createAgent(
  { db, clock, llm }: Pick<Deps, 'db' | 'clock' | 'llm'>,
  identity: Identity,
  input: AgentChanges & { name: string; type: AgentType },
): Promise<AgentRow> {
  const { tenantId } = identity
  requireAllowedModel(llm, input)
  return db.tenant(tenantId, async (tx) => {
    if ((await tx.db.$count(agents, whereTenant(agents, tenantId))) >= MAX_AGENTS)
      throw errors.conflict(`Uma organização pode ter até ${MAX_AGENTS} agentes.`)
    const at = clock.now()
    const [row] = await tx.db
      .insert(agents)
      .values({
        name: input.name,
        type: input.type,
        ...toAgentColumns(input),
        tenantId,
        id: uuid(),
        createdAt: at,
        updatedAt: at,
      })
      .returning()
    if (!row) throw errors.internal()
    await insertVersions(tx, [row], { publishedBy: identity.userId, publishedAt: at })
    const { type, name, active } = row
    await writeAuditEntry(tx, { ...createAuditEntry(identity, 'agent.created', row), after: { name, type, active } })
    return row
  })
}

const HAS_ACTIVE_CORRECTIONS = 'Há correções ativas: confira e publique pela aba Versões.'

/**
 * Changes an agent. Changed settings are published as the next version.
 * @throws 400, 404; 409 if settings change while the agent has corrections, because these must first be checked against a draft
 */
export function updateAgent(
  { db, clock, llm }: Pick<Deps, 'db' | 'clock' | 'llm'>,
  gate: Pick<CorrectionGate, 'countActive'>,
  identity: Identity,
  id: string,
  changes: AgentChanges,
): Promise<AgentRow> {
  const { tenantId } = identity
  requireAllowedModel(llm, changes)
  return db.tenant(tenantId, async (tx) => {
    const agentBefore = await lockAgentForUpdate(tx, tenantId, id)
    const row = await changeAgent(tx, identity, agentBefore, toAgentColumns(changes), { publishedAt: clock.now() })
    const isPublished = row.version !== agentBefore.version
    if (isPublished && (await gate.countActive(tx, tenantId, id)) > 0) throw errors.conflict(HAS_ACTIVE_CORRECTIONS)
    await recordAgentChange(tx, identity, 'agent.changed', agentBefore, row)
    return row
  })
}

/** Writes the changed fields of an agent to the audit log. Does nothing if no field changed. */
export async function recordAgentChange(
  tx: Tx,
  identity: Identity,
  action: 'agent.changed' | 'agent.published' | 'agent.restored',
  before: AgentRow,
  { updatedAt: _updatedAt, ...after }: AgentRow,
  details: AuditFields = {},
): Promise<void> {
  const changedFields = getChangedFields(before, after)
  if (!changedFields) return
  await writeAuditEntry(tx, {
    ...createAuditEntry(identity, action, before),
    before: redactTexts(changedFields.before),
    after: { ...redactTexts(changedFields.after), ...details },
  })
}

/**
 * Replaces the values of free-text settings by '…', because the audit log must not contain an organisation's instructions for its agents.
 */
const redactTexts = (fields: AuditFields): AuditFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, FREE_TEXT_SETTINGS.has(name) && value !== null ? '…' : value]),
  )

const createAuditEntry = (
  identity: Identity,
  action: 'agent.created' | 'agent.changed' | 'agent.published' | 'agent.restored',
  { id, name }: AgentRow,
) => ({
  tenantId: identity.tenantId,
  actor: toAuditActor(identity),
  action,
  subject: { kind: 'agent' as const, id, label: name },
})
