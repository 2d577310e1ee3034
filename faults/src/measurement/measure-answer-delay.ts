import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { ProductProcess } from '../../../scripts/product/product-process.ts'
import { sendFirstVisitorMessage } from '../clients/first-visitor-message.ts'
import { getPercentiles } from './send-comparison.ts'

/** Module that shifts a server process's clock by CLOCK_SHIFT_MS. */
export const SHIFTED_CLOCK_MODULE = join(import.meta.dirname, '../environment/shifted-clock.ts')
const LEAD_COUNT = 8
const ANSWER_TIMEOUT_MS = 180_000

interface AnswerDelayInput {
  /** Milliseconds by which the process's clock is ahead of the database's. */
  ahead: number
  agentId: string
  database: pg.Client
}

/**
 * Measures how long leads wait for an agent's answer from a single process whose clock is ahead of the database's.
 * @returns the median in milliseconds
 */
export async function measureAnswerDelay(
  env: Record<string, string>,
  { ahead, agentId, database }: AnswerDelayInput,
): Promise<number> {
  const node = await ProductProcess.prepare({ ...env, CLOCK_SHIFT_MS: String(ahead), TRUST_PROXY: '1' }, SHIFTED_CLOCK_MODULE)
  try {
    await node.start()
    const times = await Promise.all(
      Array.from({ length: LEAD_COUNT }, async (_, n) => {
        const content = `Oi, sou o lead ${n} de um relógio ${ahead} ms adiantado`
        const asked = performance.now()
        await sendFirstVisitorMessage(node.url, { agentId, content, n: ahead / 1_000 + n })
        while (!(await isAnswered(database, content)))
          if (performance.now() - asked > ANSWER_TIMEOUT_MS) return Number.POSITIVE_INFINITY
          else await wait(50)
        return performance.now() - asked
      }),
    )
    return getPercentiles(times).p50
  } finally {
    await node.close()
  }
}

async function isAnswered(database: pg.Client, content: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `SELECT FROM messages AS asked JOIN messages AS answer USING (tenant_id, conversation_id)
     WHERE asked.content = $1 AND answer.role = 'AI' AND answer.seq > asked.seq`,
    [content],
  )
  return (rowCount ?? 0) > 0
}
