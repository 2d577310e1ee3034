import type { QueryClient } from '@tanstack/react-query'
import { warnManager } from '../../shared/warn-manager.ts'
import { budgetNotice } from './budget-words.ts'
import { budgetQuery } from './queries.ts'

/** Updates the warning that agents approach or have reached the monthly limit (COST-05). */
export const tellBudget = (client: QueryClient): Promise<void> =>
  warnManager(['costs', 'budget', 'notice'], async () =>
    budgetNotice(await client.fetchQuery({ ...budgetQuery(), staleTime: 0 })),
  )
