import { PATHS } from '../../shared/config/paths.ts'

/** Returns the URL to open after a sign-in: `next` if it is a path of this app, otherwise the agents page (LOGIN-07). */
export function getSafeRedirectTarget(next: unknown, origin = location.origin): string {
  if (typeof next !== 'string' || !/^\/(?![/\\])/.test(next)) return PATHS.agents
  try {
    const url = new URL(next, origin)
    const isSignInOrRoot = url.pathname === PATHS.login || url.pathname === PATHS.root
    return url.origin === origin && !isSignInOrRoot ? url.pathname + url.search + url.hash : PATHS.agents
  } catch {
    return PATHS.agents
  }
}
