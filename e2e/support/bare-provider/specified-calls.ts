/**
 * The calls of section 7 of the specification: method and path. Copied from the specification and not from the contract, so that an error
 * in the contract is detected.
 */
export const SPECIFIED_CALLS = [
  'POST /auth/login',
  'GET /auth/me',
  'POST /auth/refresh',
  'POST /auth/logout',
  'POST /auth/logout-all',
  'POST /auth/change-password',
  'GET /auth/sessions',
  'GET /auth/websocket-token',
  'GET /agents',
  'GET /agents/:id',
  'GET /conversations/agents/:agentId',
  'GET /conversations/lead/:leadId/:conversationId',
  'POST /conversations/lead/:leadId/:conversationId/messages',
  'PATCH /conversations/lead/:leadId/:conversationId/attention',
  'GET /conversations/unread-counts',
  'POST /conversations/unread-counts-for-conversations',
  'POST /conversations/:conversationId/mark-read',
  'GET /leads',
  'GET /leads/:id',
  'GET /leads/phone/:phone',
  'PATCH /leads/:id/pause',
  'PATCH /leads/:id/archive',
  'POST /users/invite',
  'GET /users/invitations',
  'DELETE /users/invitations/:id',
  'POST /users/invitations/generate-token',
  'GET /onboarding/:token',
  'POST /onboarding/:token',
  'GET /tenants',
  'GET /tenants/:id',
  'GET /tenants/domain/:domain',
  'POST /tenants',
  'PUT /tenants/:id',
  'GET /google-calendar/auth-url',
  'GET /google-calendar/oauth2callback',
  'GET /google-calendar/auth-status',
  'DELETE /google-calendar/revoke',
  'POST /google-calendar/create-event',
] as const

export type SpecifiedCall = (typeof SPECIFIED_CALLS)[number]

interface MatchedCall {
  readonly call: SpecifiedCall
  readonly params: Readonly<Record<string, string>>
}

const matchCall = (call: SpecifiedCall, method: string, segments: readonly string[]): MatchedCall | null => {
  const [verb, path = ''] = call.split(' ')
  const wanted = path.split('/')
  if (verb !== method || wanted.length !== segments.length) return null
  const params: Record<string, string> = {}
  for (const [at, part] of wanted.entries()) {
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(segments[at] ?? '')
    else if (part !== segments[at]) return null
  }
  return { call, params }
}

/** Returns the specified call that matches a request, or null if none does. Prefers the path with the fewest parameters. */
export const findSpecifiedCall = (method: string, path: string): MatchedCall | null => {
  const found = SPECIFIED_CALLS.map((call) => matchCall(call, method, path.split('/'))).filter((one) => one !== null)
  return found.toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0] ?? null
}
