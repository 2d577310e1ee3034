import { lazyRouteComponent } from '@tanstack/react-router'
import { errorOfCode } from '../shared/api/errors.ts'

/**
 * A page whose code is fetched when it is asked for. The router answers code that does not come by reloading the app, which
 * mends a page of an older build; without a network it would put the browser's own error in the place of the whole panel.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch((error: unknown) => {
        throw navigator.onLine ? error : errorOfCode('NETWORK_ERROR')
      }),
    name,
  )
