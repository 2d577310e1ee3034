import type { createRootRoute as createRootRouteOf, createRoute as createRouteOf } from '@tanstack/react-router'
import { BaseRootRoute, BaseRoute } from '@tanstack/router-core'

/**
 * Creates a route of the router's core class. The React class would add a `Link` and hooks to each route, which no page uses: 1.8 kB on the
 * sign-in page. The types are still those of the React class, because they contain the panel's paths.
 */
const newRoute = (options: ConstructorParameters<typeof BaseRoute>[0]): unknown => new BaseRoute(options)
const newRootRoute = (options: ConstructorParameters<typeof BaseRootRoute>[0]): unknown => new BaseRootRoute(options)

export const createRoute = newRoute as typeof createRouteOf
export const createRootRoute = newRootRoute as typeof createRootRouteOf
