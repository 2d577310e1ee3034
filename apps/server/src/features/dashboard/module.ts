import type { Deps } from '../../platform/deps.ts'
import type { Feature } from '../../platform/feature.ts'
import { dashboardRoutes } from './routes.ts'

export const createDashboardModule = (deps: Deps) => ({ routes: (api) => dashboardRoutes(api, deps) }) satisfies Feature
