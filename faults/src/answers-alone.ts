import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { Product } from '../../scripts/product/product.ts'
import { spread } from './verdict.ts'
import { writeAsVisitor } from './visitor.ts'

/** Module that shifts a server process's clock by CLOCK_SHIFT_MS. */
export const SHIFTED_CLOCK = join(import.meta.dirname, 'parts/shifted-clock.ts')
const LEADS = 8
const ANSWER_WITHIN_MS = 180_000

interface Asked {
  /** Milliseconds by which the process's clock is ahead of the database's. */
  ahead: number
  agentId: string
  database: pg.Client
}

/**
 * Measures how long leads wait for an agent's answer from a single process whose clock is ahead of the database's.
 * @returns the median in milliseconds
 */
export async function answersAlone(env: Record<string, string>, { ahead, agentId, database }: Asked): Promise<number> {
  const node = await Product.prepare({ ...env, CLOCK_SHIFT_MS: String(ahead), TRUST_PROXY: '1' }, SHIFTED_CLOCK)
  try {
    await node.start()
    const times = await Promise.all(
      Array.from({ length: LEADS }, async (_, n) => {
        const content = `Oi, sou o lead ${n} de um relógio ${ahead} ms adiantado`
        const asked = performance.now()
        await writeAsVisitor(node.url, { agentId, content, n: ahead / 1_000 + n })
        while (!(await isAnswered(database, content)))
          if (performance.now() - asked > ANSWER_WITHIN_MS) return Number.POSITIVE_INFINITY
          else await wait(50)
        return performance.now() - asked
      }),
    )
    return spread(times).p50
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
