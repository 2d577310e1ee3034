import { lazyRouteComponent } from '@tanstack/react-router'
import { createErrorFromCode } from '../../shared/api/errors.ts'
import { isServerReachable } from '../../shared/lazy-loading/import-with-retry.ts'

/**
 * Creates a page whose code is loaded when the page opens. If loading fails, the router reloads the app, because a newer build may have
 * replaced the code. Offline it does not reload, because the browser's error page would replace the panel.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch(async (error: unknown) => {
        throw (await isServerReachable()) ? error : createErrorFromCode('NETWORK_ERROR')
      }),
    name,
  )
