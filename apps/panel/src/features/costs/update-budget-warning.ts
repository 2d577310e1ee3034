import type { QueryClient } from '@tanstack/react-query'
import { updateManagerWarning } from '../../shared/notifications/update-manager-warning.ts'
import { getBudgetWarning } from './budget-texts.ts'
import { budgetQuery } from './queries.ts'

/** Updates the warning to managers that the agents' monthly budget is almost or completely used (COST-05). */
export const updateBudgetWarning = (client: QueryClient): Promise<void> =>
  updateManagerWarning(['costs', 'budget', 'notice'], async () =>
    getBudgetWarning(await client.fetchQuery({ ...budgetQuery(), staleTime: 0 })),
  )
