import type { Deps } from '../../kernel/deps.ts'
import type { Feature } from '../../kernel/feature.ts'
import { dashboardRoutes } from './routes.ts'

export const createDashboardModule = (deps: Deps) => ({ routes: (api) => dashboardRoutes(api, deps) }) satisfies Feature
