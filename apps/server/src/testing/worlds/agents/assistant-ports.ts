import { sql } from 'drizzle-orm'
import { loadTurn } from '../../../features/assistant/turn/loading/load-turn.ts'
import type { AssistantPorts } from '../../../features/assistant/turn/turn-job.ts'
import type { TurnConversation } from '../../../features/conversations/ports.ts'
import type { TestApp } from '../../harness/test-app.ts'

/** Returns the assistant's ports to other features, for tests that run an agent's turn directly. */
export const createAssistantPorts = ({ app }: Pick<TestApp, 'app'>): AssistantPorts => ({
  ...app.modules.assistant,
  closing: new AbortController().signal,
})

/** Loads the input that an agent's turn would have if it ran now. */
export const loadTurnInput = ({ deps }: Pick<TestApp, 'deps'>, place: TurnConversation) => loadTurn(deps, place)

/** Deletes the queued agent turns of an organisation, so that a test can run them itself. */
export const deleteQueuedTurns = ({ deps }: Pick<TestApp, 'deps'>, tenantId: string) =>
  deps.db.system((tx) => tx.db.execute(sql`DELETE FROM pgboss.job WHERE name = 'agent-turn' AND data->>'tenantId' = ${tenantId}`))
