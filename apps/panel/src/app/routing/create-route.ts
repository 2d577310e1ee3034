import type { createRootRoute as createRootRouteOf, createRoute as createRouteOf } from '@tanstack/react-router'
import { BaseRootRoute, BaseRoute } from '@tanstack/router-core'

/**
 * Creates routes of the router's core class. React's route class adds a `Link` and hooks to each route: no page uses them, and they would
 * add 1.8 kB to the sign-in page. The React types are kept, because they contain the panel's addresses.
 */
const newRoute = (options: ConstructorParameters<typeof BaseRoute>[0]): unknown => new BaseRoute(options)
const newRootRoute = (options: ConstructorParameters<typeof BaseRootRoute>[0]): unknown => new BaseRootRoute(options)

export const createRoute = newRoute as typeof createRouteOf
export const createRootRoute = newRootRoute as typeof createRootRouteOf
