import { HTTP_HEADERS } from '@prosa/contract/http'
import { HttpCaller } from '../support/http-caller.ts'
import type { DatasetTarget } from './fill-dataset.ts'
import { buildId, buildRefreshSecret, type TenantName } from './ids.ts'

const REFRESH_COOKIE = 'prosa_refresh'

const hashToHex = async (secret: string): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))).toString('hex')

/** Number of new sessions of an organisation, distributed over its users in turn. */
export interface SessionCounts {
  readonly sessions: number
  readonly users: number
}

/** Creates sessions directly in the database, because thousands of sign-ins would take most of the bench's time. */
export const insertSessions = async (
  { run }: DatasetTarget,
  wanted: Readonly<Record<TenantName, SessionCounts>>,
): Promise<void> => {
  await run('DELETE FROM sessions')
  for (const [tenant, { sessions, users }] of Object.entries(wanted) as [TenantName, SessionCounts][]) {
    const rows: string[] = []
    for (let n = 1; n <= sessions; n++)
      rows.push(
        `('${buildId(tenant, 'tenant')}','${buildId(tenant, 'session', n)}','${buildId(tenant, 'user', 1 + ((n - 1) % users))}','\\x${await hashToHex(buildRefreshSecret(tenant, n))}',now() + interval '12 hours')`,
      )
    await run(`INSERT INTO sessions (tenant_id, id, user_id, refresh_hash, expires_at) VALUES ${rows.join(',')}`)
  }
}

/** Returns the cookies of the n-th session after a refresh as in a browser. Works once per session. */
export const fetchSessionCookies = async (url: string, tenant: TenantName, n: number): Promise<string> => {
  const refresh = `${buildId(tenant, 'tenant')}.${buildId(tenant, 'session', n)}.${buildRefreshSecret(tenant, n)}`
  const caller = new HttpCaller(url, `${REFRESH_COOKIE}=${refresh}`)
  const { cookies } = await caller.write(
    'POST',
    '/api/auth/refresh',
    {},
    { [HTTP_HEADERS.requestTime]: new Date().toISOString() },
  )
  caller.close()
  return cookies.map((cookie) => cookie.split(';')[0]).join('; ')
}
