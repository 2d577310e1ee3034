import type { QueryClient } from '@tanstack/react-query'
import { onServerEvent } from '../../shared/realtime/socket.ts'

/** Says, wherever a manager is by then, that agents come to the limit of the month. @returns a function that ends it */
export const tellBudget = (client: QueryClient): (() => void) =>
  onServerEvent('budget_updated', (event) => {
    import('../../features/costs/tell-budget.ts')
      .then(({ tellBudget }) => tellBudget(client, event))
      // The dashboard and 'Dados' say it all the same.
      .catch(() => {})
  })
