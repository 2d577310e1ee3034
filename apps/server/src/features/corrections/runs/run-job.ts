import { and, eq, lte, notExists, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { correctionResults, correctionRuns, corrections } from '../../../platform/database/schema/agents/corrections.ts'
import { tenants } from '../../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../../platform/deps.ts'
import { ModelFailure, type ModelUsage } from '../../../platform/external-services/language-model.ts'
import type { JobPayloads } from '../../../platform/jobs/job-names.ts'
import { type AgentRow, findAgentWithDraft } from '../../agents/ports.ts'
import type { Costs } from '../../costs/ports.ts'
import type { Knowledge } from '../../knowledge/ports.ts'
import type { ReplayTurn } from '../ports.ts'
import type { CorrectionRow } from '../present.ts'
import { type TurnSnapshot, turnSnapshot } from '../snapshots/turn-snapshot.ts'
import { getAnswerFault } from './check-answer.ts'
import { emitRunProgress, type RunRow } from './run-queries.ts'
import { endRun } from './runs.ts'

/** Number of corrections that a run checks concurrently. Most of the time is spent waiting for the language model. */
const MAX_CONCURRENT_CASES = 6
const NO_ANSWER = 'O modelo não respondeu.'
const CHECK_FAILED = 'Não foi possível conferir.'
/** Beginning of the attention reason that an agent sets if the language model returned no answer. */
const UNANSWERED_PREFIX = 'O agente não conseguiu responder'

export interface RunPorts {
  readonly replayTurn: ReplayTurn
  readonly knowledge: Knowledge
  readonly costs: Pick<Costs, 'recordJudgement'>
}

interface RunContext {
  readonly run: RunRow
  readonly agent: AgentRow
  readonly tenant: { name: string; timezone: string }
}

/**
 * Checks corrections: for each one, the agent answers the stored conversation again with its draft settings, and the answer is judged.
 * Stores each result separately, so that an interrupted run can be resumed. Sends, books and stores nothing for a lead (LEARN-03).
 */
export async function runCorrections(
  deps: Deps,
  ports: RunPorts,
  { tenantId, runId }: JobPayloads['run-corrections'],
  signal: AbortSignal,
): Promise<void> {
  const loadedRun = await deps.db.tenant(tenantId, (tx) => loadRun(tx, tenantId, runId))
  if (!loadedRun) return
  const { context, cases } = loadedRun
  const remainingCases = [...cases]
  const processCases = async (): Promise<void> => {
    for (let correction = remainingCases.shift(); correction; correction = remainingCases.shift()) {
      signal.throwIfAborted()
      const result = await checkCase(deps, ports, context, correction, signal)
      if (!(await storeCaseResult(deps, context.run, correction, result))) remainingCases.length = 0
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT_CASES }, processCases))
  await deps.db.tenant(tenantId, async (tx) => {
    const run = await lockRunningRunForUpdate(tx, context.run)
    if (run) await endRun(tx, run, 'done')
  })
}

async function loadRun(tx: Tx, tenantId: string, runId: string): Promise<{ context: RunContext; cases: CorrectionRow[] } | null> {
  const [run] = await tx.db
    .select()
    .from(correctionRuns)
    .where(whereTenant(correctionRuns, tenantId, eq(correctionRuns.id, runId)))
  const [tenant] = await tx.db
    .select({ name: tenants.name, timezone: tenants.timezone })
    .from(tenants)
    .where(eq(tenants.id, tenantId))
  if (run?.state !== 'running' || !tenant) return null
  const agentWithDraft = await findAgentWithDraft(tx, tenantId, run.agentId)
  // The draft or the published version has changed since the run started. The run stops; remaining corrections stay unchecked.
  if (!agentWithDraft || agentWithDraft.revision !== run.revision || agentWithDraft.agent.version !== run.version) {
    await endRun(tx, run, 'stopped')
    return null
  }
  const checked = tx.db
    .select({ one: sql`1` })
    .from(correctionResults)
    .where(
      and(
        whereTenant(correctionResults, tenantId, eq(correctionResults.runId, runId)),
        eq(correctionResults.correctionId, corrections.id),
      ),
    )
  const cases = await tx.db
    .select()
    .from(corrections)
    .where(
      and(
        whereTenant(corrections, tenantId, eq(corrections.agentId, run.agentId), eq(corrections.state, 'active')),
        lte(corrections.createdAt, run.startedAt),
        notExists(checked),
      ),
    )
  return { context: { run, agent: agentWithDraft.agent, tenant }, cases }
}

interface CaseResult {
  readonly failureReason: string | null
  readonly answerText: string
}

/** Checks one correction: lets the agent answer again and judges the answer. An error fails only this correction, not the whole run. */
async function checkCase(
  deps: Pick<Deps, 'llm' | 'log'>,
  ports: RunPorts,
  context: RunContext,
  correction: CorrectionRow,
  signal: AbortSignal,
): Promise<CaseResult> {
  try {
    return await replayAndJudge(deps, ports, context, correction, signal)
  } catch (error) {
    signal.throwIfAborted()
    deps.log.warn({ err: error, correctionId: correction.id }, 'a correction could not be checked')
    return { failureReason: error instanceof ModelFailure ? NO_ANSWER : CHECK_FAILED, answerText: '' }
  }
}

async function replayAndJudge(
  { llm }: Pick<Deps, 'llm'>,
  { replayTurn, knowledge, costs }: RunPorts,
  { agent, tenant }: RunContext,
  { kind, text, must, mustNot, frozen: snapshot }: CorrectionRow,
  signal: AbortSignal,
): Promise<CaseResult> {
  const turn = turnSnapshot.parse(snapshot)
  const snapshotKnowledge: Knowledge = {
    ...knowledge,
    answerQuestions: async (_who, questions) => selectAnswers(turn, questions),
  }
  const { replies, attention_reason: attention } = await replayTurn({ agent, tenant, turn, knowledge: snapshotKnowledge, signal })
  const answerText = replies.join('\n')
  // The agent also calls a user if the language model returns no answer. That must not count as a correct decision to call a user.
  if (replies.length === 0 && attention?.startsWith(UNANSWERED_PREFIX)) return { failureReason: NO_ANSWER, answerText }
  const modelUsages: ModelUsage[] = []
  const judge = llm && agent.useModel ? { llm, signal, onSpent: (call: ModelUsage) => void modelUsages.push(call) } : null
  try {
    return { failureReason: await getAnswerFault({ kind, text, must, mustNot }, { replies, attention }, judge), answerText }
  } finally {
    for (const call of modelUsages) await costs.recordJudgement(agent, call)
  }
}

const selectAnswers = ({ answers }: TurnSnapshot, questions: readonly string[]) =>
  answers.filter(({ question }) => questions.includes(question))

/**
 * Stores the check result of one correction.
 * @returns false if the run was stopped meanwhile
 */
function storeCaseResult(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  run: RunRow,
  { id }: CorrectionRow,
  { failureReason, answerText }: CaseResult,
): Promise<boolean> {
  return db.tenant(run.tenantId, async (tx) => {
    const lockedRun = await lockRunningRunForUpdate(tx, run)
    if (!lockedRun) return false
    const state = failureReason === null ? ('green' as const) : ('red' as const)
    const values = {
      tenantId: run.tenantId,
      correctionId: id,
      runId: run.id,
      state,
      why: failureReason,
      said: answerText,
      at: clock.now(),
    }
    // The correction may have been deleted or turned off meanwhile. Its result is then not stored.
    const [activeCorrection] = await tx.db
      .select({ id: corrections.id })
      .from(corrections)
      .where(whereTenant(corrections, run.tenantId, eq(corrections.id, id), eq(corrections.state, 'active')))
      .for('key share')
    if (activeCorrection) await tx.db.insert(correctionResults).values(values).onConflictDoNothing()
    await emitRunProgress(tx, lockedRun)
    return true
  })
}

async function lockRunningRunForUpdate(tx: Tx, { tenantId, id }: RunRow): Promise<RunRow | null> {
  const [row] = await tx.db
    .select()
    .from(correctionRuns)
    .where(and(whereTenant(correctionRuns, tenantId, eq(correctionRuns.id, id)), eq(correctionRuns.state, 'running')))
    .for('update')
  return row ?? null
}
