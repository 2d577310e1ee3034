import { lazyRouteComponent } from '@tanstack/react-router'
import { errorOfCode } from '../shared/api/errors.ts'
import { isServed } from '../shared/late-code.ts'

/**
 * A page whose code is fetched when it is asked for. The router answers code that does not come by reloading the app, which
 * mends a page of an older build; without a network or a server it would put the browser's own error in the place of the whole panel.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch(async (error: unknown) => {
        throw (await isServed()) ? error : errorOfCode('NETWORK_ERROR')
      }),
    name,
  )
