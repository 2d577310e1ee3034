import type { AgentType, AsksFor, OpenHours } from '@prosa/contract/entities/agent'
import { and, eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../kernel/db/database.ts'
import { agents } from '../../kernel/db/schema/conversations.ts'
import { auditLog } from '../../kernel/db/schema/tenants.ts'
import type { Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import type { Identity } from '../../kernel/http/identity.ts'
import type { AgentRow } from './queries.ts'

export interface AgentChanges {
  name?: string | undefined
  type?: AgentType | undefined
  active?: boolean | undefined
  persona?: string | null | undefined
  instructions?: string | null | undefined
  hours?: OpenHours[] | null | undefined
  model?: string | null | undefined
  use_model?: boolean | undefined
  questions?: string[] | undefined
  replace_questions?: boolean | undefined
  asks_for?: AsksFor | undefined
  turns_without_person?: number | undefined
}

/** Agents that a tenant may have. */
const MAX_AGENTS = 100

/** The changed columns of an agent; empty texts are none. */
export function columnsOf({
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

/** @throws 400 for a model that the server does not let its agents choose */
function requireAllowed(llm: Deps['llm'], { model }: AgentChanges): void {
  if (llm && model && !llm.models.includes(model))
    throw errors.invalid(undefined, { model: `Este servidor permite: ${llm.models.join(', ')}.` })
}

/** Makes an agent. @throws 400, 409 when the tenant has as many as it may have */
export function createAgent(
  { db, clock, llm }: Pick<Deps, 'db' | 'clock' | 'llm'>,
  who: Identity,
  input: AgentChanges & { name: string; type: AgentType },
): Promise<AgentRow> {
  const { tenantId } = who
  requireAllowed(llm, input)
  return db.tenant(tenantId, async (tx) => {
    if ((await tx.db.$count(agents, eq(agents.tenantId, tenantId))) >= MAX_AGENTS)
      throw errors.conflict(`Uma organização pode ter até ${MAX_AGENTS} agentes.`)
    const at = clock.now()
    const { name, type } = input
    const [row] = await tx.db
      .insert(agents)
      .values({ name, type, ...columnsOf(input), tenantId, id: uuid(), createdAt: at, updatedAt: at })
      .returning()
    if (!row) throw errors.internal()
    await record(tx, who, 'create agent', row.id, input)
    return row
  })
}

/** Changes an agent; its next turn goes by the new settings. @throws 400, 404 */
export function updateAgent(
  { db, clock, llm }: Pick<Deps, 'db' | 'clock' | 'llm'>,
  who: Identity,
  id: string,
  changes: AgentChanges,
): Promise<AgentRow> {
  const { tenantId } = who
  requireAllowed(llm, changes)
  return db.tenant(tenantId, async (tx) => {
    const [row] = await tx.db
      .update(agents)
      .set({ ...columnsOf(changes), updatedAt: clock.now() })
      .where(and(eq(agents.tenantId, tenantId), eq(agents.id, id)))
      .returning()
    if (!row) throw errors.notFound()
    await record(tx, who, 'update agent', id, changes)
    return row
  })
}

/** Which settings were changed, not what they say. */
async function record(tx: Tx, { tenantId, userId }: Identity, action: string, subject: string, changes: AgentChanges) {
  const fields = Object.keys(changes).filter((key) => changes[key as keyof AgentChanges] !== undefined)
  await tx.db.insert(auditLog).values({ tenantId, id: uuid(), userId, action, subject, detail: { fields } })
}
