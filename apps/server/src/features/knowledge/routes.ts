import * as calls from '@prosa/contract/calls/agents/knowledge'
import { KNOWLEDGE_LIMITS, type KnowledgeSource } from '@prosa/contract/entities/agents/knowledge'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { isUuid, type Tx } from '../../platform/database/database.ts'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { agents } from '../../platform/database/schema/conversations/conversations.ts'
import { tenants } from '../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../platform/deps.ts'
import { errors } from '../../platform/errors.ts'
import { ok, okWithoutData, registerRoute } from '../../platform/http/calls/contract-route.ts'
import { consumeRateLimit } from '../../platform/http/limits/consume-rate-limit.ts'
import type { Files } from '../files/ports.ts'
import { answerFromKnowledge } from './answers/answer-from-knowledge.ts'
import { presentQuestion, presentSource, presentSourcePassage, type SourceRow } from './present.ts'
import { findSource, getUserNames, listPassages, listQuestions, listSources } from './queries.ts'
import { resolveQuestion } from './questions/resolve-question.ts'
import { changePassage } from './sources/change-passage.ts'
import { createSource, deleteSource, refreshSource, updateSource } from './sources/write-source.ts'

/** Maximum size of a request body in bytes. A pasted text has up to 100,000 characters of three bytes each. */
const SOURCE_BODY_LIMIT = 512 * 1024
const TEST_QUESTIONS_PER_MINUTE = 60

/** Registers the API endpoints of the knowledge base. All users can read it; only managers can change it. */
export function knowledgeRoutes(
  app: FastifyInstance,
  deps: Deps,
  files: Pick<Files, 'getOwnStoredFile' | 'deleteUnreferenced'>,
): void {
  const testQuestionLimiter = deps.cluster.limiter({ name: 'ask-knowledge', points: TEST_QUESTIONS_PER_MINUTE, seconds: 60 })

  registerRoute(app, calls.listSources, async ({ identity, query }) => {
    const answer = await deps.db.runRead(identity, async (tx) => {
      const { rows, nextCursor } = await listSources(tx, identity.tenantId, query)
      return { sources: await presentSourcesWithNames(tx, identity.tenantId, rows), nextCursor }
    })
    return ok(answer)
  })

  const presentChanged = (row: SourceRow, { name }: { name: string }) => ok(presentSource(row, name))

  registerRoute(
    app,
    calls.createSource,
    async ({ identity, body, idempotencyKey }) =>
      presentChanged(await createSource(deps, files, identity, body, idempotencyKey), identity),
    {
      bodyLimit: SOURCE_BODY_LIMIT,
    },
  )

  registerRoute(app, calls.getSource, async ({ identity, params }) => {
    const answer = await deps.db.runRead(identity, async (tx) => {
      const row = await findSource(tx, identity.tenantId, params.id)
      const [presented] = await presentSourcesWithNames(tx, identity.tenantId, [row])
      return presented && { ...presented, text: row.text }
    })
    if (!answer) throw errors.notFound()
    return ok(answer)
  })

  registerRoute(
    app,
    calls.updateSource,
    async ({ identity, params, body }) => presentChanged(await updateSource(deps, files, identity, params.id, body), identity),
    {
      bodyLimit: SOURCE_BODY_LIMIT,
    },
  )

  registerRoute(app, calls.deleteSource, async ({ identity, params }) => {
    await deleteSource(deps, files, identity, params.id)
    return okWithoutData()
  })

  registerRoute(app, calls.refreshSource, async ({ identity, params }) => {
    const row = await refreshSource(deps, identity, params.id)
    const [presented] = await deps.db.runRead(identity, (tx) => presentSourcesWithNames(tx, identity.tenantId, [row]))
    if (!presented) throw errors.notFound()
    return ok(presented)
  })

  registerRoute(app, calls.listPassages, async ({ identity, params, query }) => {
    const answer = await deps.db.runRead(identity, async (tx) => {
      const source = await findSource(tx, identity.tenantId, params.id)
      const { rows, nextCursor } = await listPassages(tx, source, query)
      return { passages: rows.map((row) => presentSourcePassage(row, source.title)), nextCursor }
    })
    return ok(answer)
  })

  registerRoute(app, calls.updatePassage, async ({ identity, params, body }) =>
    ok(await changePassage(deps, identity, params.id, body)),
  )

  registerRoute(app, calls.previewKnowledgeAnswer, async ({ identity, body }) => {
    const { tenantId, userId } = identity
    await consumeRateLimit(testQuestionLimiter, userId)
    const agentId = body.agent_id ?? null
    const timeZone = await deps.db.runRead(identity, async (tx) => {
      if (agentId !== null && !(await isAgent(tx, tenantId, agentId))) throw errors.notFound()
      const [tenant] = await tx.db.select({ timezone: tenants.timezone }).from(tenants).where(eq(tenants.id, tenantId))
      return tenant?.timezone ?? 'UTC'
    })
    const [answer] = await answerFromKnowledge(deps, { tenantId, agentId, now: deps.clock.now(), timeZone }, [body.question])
    return ok({
      passages: (answer?.passages ?? []).slice(0, KNOWLEDGE_LIMITS.retrievedPassages),
      said: answer?.said ?? null,
      from: (answer?.from ?? []).map(({ _id }) => _id),
    })
  })

  registerRoute(app, calls.listQuestions, async ({ identity, query }) => {
    const { rows, nextCursor } = await deps.db.runRead(identity, (tx) => listQuestions(tx, identity.tenantId, query))
    return ok({ questions: rows.map(presentQuestion), nextCursor })
  })

  registerRoute(app, calls.updateQuestion, async ({ identity, params, body }) =>
    ok(presentQuestion(await resolveQuestion(deps, identity, params.id, body))),
  )
}

/** Converts knowledge sources to the API format, with the names of the users who changed them last. */
async function presentSourcesWithNames(tx: Tx, tenantId: string, rows: readonly SourceRow[]): Promise<KnowledgeSource[]> {
  const userIds = rows.map(({ updatedBy }) => updatedBy)
  const names = await getUserNames(tx, tenantId, userIds)
  return rows.map((row) => presentSource(row, names.get(row.updatedBy ?? '') ?? null))
}

const isAgent = async (tx: Tx, tenantId: string, id: string): Promise<boolean> =>
  isUuid(id) &&
  (
    await tx.db
      .select({ id: agents.id })
      .from(agents)
      .where(whereTenant(agents, tenantId, eq(agents.id, id)))
  ).length > 0
