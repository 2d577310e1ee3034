import type { CorrectionKind } from '@prosa/contract/entities/agents/correction'
import { and, asc, eq, like } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { snapshotTurn } from '../../features/corrections/snapshots/snapshot-turn.ts'
import type { Tx } from '../../platform/database/database.ts'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { corrections } from '../../platform/database/schema/agents/corrections.ts'
import { conversations, messages } from '../../platform/database/schema/conversations/conversations.ts'

interface DemoCorrection {
  /** Start of the text of the corrected message, by which the message is found. */
  readonly messagePrefix: string
  readonly kind: CorrectionKind
  readonly text: string
  readonly must: string[]
}

/** Corrections (agent answers that a user marked as wrong) of the demo's after-sales agent. */
const DEMO_CORRECTIONS: readonly DemoCorrection[] = [
  {
    messagePrefix: 'Já pedi ao financeiro. Mudou de e-mail',
    kind: 'should',
    text: 'A segunda via está no portal: dizer isso antes de pedir ao financeiro.',
    must: ['portal'],
  },
  { messagePrefix: 'Isso é urgente mesmo.', kind: 'person', text: 'Prédio aberto à noite é com uma pessoa, na hora.', must: [] },
]

/** Inserts the demo's corrections, each with a snapshot of the conversation at the corrected answer. */
export async function insertDemoCorrections(
  tx: Tx,
  { tenantId, agentId, createdBy, createdAt }: { tenantId: string; agentId: string; createdBy: string; createdAt: Date },
): Promise<void> {
  for (const { messagePrefix, ...correctionValues } of DEMO_CORRECTIONS) {
    const [message] = await tx.db
      .select({ id: messages.id })
      .from(messages)
      .innerJoin(conversations, whereTenant(conversations, messages.tenantId, eq(conversations.id, messages.conversationId)))
      .where(
        whereTenant(messages, tenantId, and(eq(conversations.agentId, agentId), like(messages.content, `${messagePrefix}%`))),
      )
      .orderBy(asc(messages.createdAt), asc(messages.id))
      .limit(1)
    if (!message) continue
    const { conversationRef, turn } = await snapshotTurn(tx, tenantId, message.id)
    const references = { tenantId, id: uuid(), agentId, ...conversationRef, messageId: message.id, createdBy, createdAt }
    await tx.db
      .insert(corrections)
      .values({ ...references, ...correctionValues, mustNot: [], state: 'active', frozen: { ...turn, answers: [] } })
  }
}
