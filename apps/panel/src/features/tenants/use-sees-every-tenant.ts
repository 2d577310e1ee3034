import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../shared/session/session.ts'
import { tenantQueries } from './queries.ts'

/** True for staff of the platform; where a provider does not tell, whoever is shown others' tenants manages them. */
export function useSeesEveryTenant(): boolean {
  const own = useSession((state) => state.user?.tenant)
  const { data } = useQuery(tenantQueries.options())
  return own?.platform ?? Boolean(data?.some(({ value }) => value !== own?.id))
}
