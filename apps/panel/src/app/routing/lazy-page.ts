import { lazyRouteComponent } from '@tanstack/react-router'
import { createErrorFromCode } from '../../shared/api/errors.ts'
import { isServerReachable } from '../../shared/lazy-loading/import-with-retry.ts'

/**
 * Creates a page whose code is loaded when the page is opened. If the code does not load, the router reloads the app, which helps if a
 * newer build has replaced the code. Without a network there is no reload, because the browser's error page would replace the panel.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch(async (error: unknown) => {
        throw (await isServerReachable()) ? error : createErrorFromCode('NETWORK_ERROR')
      }),
    name,
  )
