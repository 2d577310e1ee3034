import type * as calls from '@prosa/contract/calls/auth'
import { SESSION_LINES } from '@prosa/contract/session-lines'
import { callAhead, type Given } from '../api/client.ts'

type Calls = typeof calls
type Name = keyof typeof SESSION_LINES

/** Loads the schemas of the session calls, while the first page renders. */
export const fetchSessionSchemas = (): Promise<Calls> => import('@prosa/contract/calls/auth')

/** Makes a call of the session without needing its schemas in advance. */
export const sessionCall = <N extends Name>(name: N, ...options: Given<Calls[N]>) =>
  callAhead<Calls[N]>(SESSION_LINES[name], async () => (await fetchSessionSchemas())[name], ...options)
