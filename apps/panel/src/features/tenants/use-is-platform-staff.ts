import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../shared/session/session.ts'
import { tenantQueries } from './queries.ts'

/** Returns whether the user is platform staff. If the server does not report it, a user who can fetch other tenants counts as staff. */
export function useIsPlatformStaff(): boolean {
  const ownTenant = useSession((state) => state.user?.tenant)
  const { data } = useQuery(tenantQueries.options())
  return ownTenant?.platform ?? Boolean(data?.some(({ value }) => value !== ownTenant?.id))
}
