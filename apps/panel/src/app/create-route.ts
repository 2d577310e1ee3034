import type { createRootRoute as createRootRouteOf, createRoute as createRouteOf } from '@tanstack/react-router'
import { BaseRootRoute, BaseRoute } from '@tanstack/router-core'

/**
 * Routes as the router itself knows them. React's own class of a route adds a `Link` and hooks to each: no page here takes them from
 * there, and the sign-in page would load the links of all others (1.8 kB). Its types stay, for they know the panel's addresses.
 */
const newRoute = (options: ConstructorParameters<typeof BaseRoute>[0]): unknown => new BaseRoute(options)
const newRootRoute = (options: ConstructorParameters<typeof BaseRootRoute>[0]): unknown => new BaseRootRoute(options)

export const createRoute = newRoute as typeof createRouteOf
export const createRootRoute = newRootRoute as typeof createRootRouteOf
