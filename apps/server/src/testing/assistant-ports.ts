import { sql } from 'drizzle-orm'
import { loadTurn } from '../features/assistant/turn/load-turn.ts'
import type { AssistantPorts } from '../features/assistant/turn/worker.ts'
import type { TurnPlace } from '../features/conversations/ports.ts'
import type { TestApp } from './test-app.ts'

/** What an agent's turn needs of other features, for a test that runs the turn itself. */
export const assistantPorts = ({ app }: Pick<TestApp, 'app'>): AssistantPorts => ({
  ...app.parts.assistant,
  closing: new AbortController().signal,
})

/** What an agent would read if its turn came now. */
export const turnAt = ({ deps }: Pick<TestApp, 'deps'>, place: TurnPlace) => loadTurn(deps, place)

/** Takes an organisation's turns out of the queue, for a test that takes them itself. */
export const takeTurns = ({ deps }: Pick<TestApp, 'deps'>, tenantId: string) =>
  deps.db.system((tx) => tx.db.execute(sql`DELETE FROM pgboss.job WHERE name = 'agent-turn' AND data->>'tenantId' = ${tenantId}`))
