import { lazyRouteComponent } from '@tanstack/react-router'
import { createErrorFromCode } from '../../shared/api/errors.ts'
import { isServerReachable } from '../../shared/lazy-loading/import-with-retry.ts'

/**
 * Creates a page whose code is loaded on demand. If the code does not load, the router reloads the app, which helps a page of an older
 * build; without a network or server, a reload would replace the whole panel by the browser's error page.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch(async (error: unknown) => {
        throw (await isServerReachable()) ? error : createErrorFromCode('NETWORK_ERROR')
      }),
    name,
  )
