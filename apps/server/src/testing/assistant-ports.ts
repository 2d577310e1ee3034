import type { AssistantPorts } from '../features/assistant/turn/worker.ts'
import type { TestApp } from './test-app.ts'

/** What an agent's turn needs of other features, for a test that runs the turn itself. */
export const assistantPorts = ({ app }: Pick<TestApp, 'app'>): AssistantPorts => ({
  ...app.parts.assistant,
  closing: new AbortController().signal,
})
