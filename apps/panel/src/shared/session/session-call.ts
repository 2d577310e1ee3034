import type * as calls from '@prosa/contract/calls/auth'
import { SESSION_LINES } from '@prosa/contract/session-lines'
import { callAhead, type Given } from '../api/client.ts'

type Calls = typeof calls
type Name = keyof typeof SESSION_LINES

/** What judges the session's answers: fetched while the first page is painted, and not before it. */
export const fetchSessionSchemas = (): Promise<Calls> => import('@prosa/contract/calls/auth')

/** Makes a call of the session itself, which no page has to bring schemas for. */
export const sessionCall = <N extends Name>(name: N, ...options: Given<Calls[N]>) =>
  callAhead<Calls[N]>(SESSION_LINES[name], async () => (await fetchSessionSchemas())[name], ...options)
