import type * as calls from '@prosa/contract/calls/accounts/auth'
import { SESSION_ENDPOINTS } from '@prosa/contract/session-endpoints'
import { type CallArguments, callWithDeferredSchema } from '../api/api-client.ts'

type SessionCalls = typeof calls
type SessionCallName = keyof typeof SESSION_ENDPOINTS

/** Loads the schemas of the session endpoints while the first page renders. */
export const fetchSessionSchemas = (): Promise<SessionCalls> => import('@prosa/contract/calls/accounts/auth')

/** Sends a request to a session endpoint. The response is validated when the endpoint's schemas are loaded. */
export const makeSessionCall = <N extends SessionCallName>(name: N, ...options: CallArguments<SessionCalls[N]>) =>
  callWithDeferredSchema<SessionCalls[N]>(SESSION_ENDPOINTS[name], async () => (await fetchSessionSchemas())[name], ...options)
