import { PATHS } from '../shared/config/paths.ts'

/** Where a sign-in may lead: a path of this app, else the agents (LOGIN-07). */
export function safeTarget(next: unknown, origin = location.origin): string {
  if (typeof next !== 'string' || !/^\/(?![/\\])/.test(next)) return PATHS.agents
  try {
    const url = new URL(next, origin)
    const leadsBack = url.pathname === PATHS.login || url.pathname === PATHS.root
    return url.origin === origin && !leadsBack ? url.pathname + url.search + url.hash : PATHS.agents
  } catch {
    return PATHS.agents
  }
}
