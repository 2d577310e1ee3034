import type { Identity } from '../../platform/access/identity.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { tenants } from '../../platform/database/schema/organisation/tenants.ts'

export type TenantRow = typeof tenants.$inferSelect

/** Settings that an organisation changes itself. */
export type TenantSettings = Partial<Pick<TenantRow, 'secondStep' | 'secondStepFrom' | 'retentionMonths' | 'fileMonths'>>

/** Operations on organisations for other features, in system transactions; only this feature writes organisations. */
export interface Tenants {
  /** Creates an organisation. `platform`: whether its staff manage all other organisations. */
  add: (system: Tx, tenant: Pick<TenantRow, 'id' | 'name' | 'domain' | 'platform'>, at: Date) => Promise<TenantRow>
  /** Increments the number of users who have joined. @returns the new number */
  countJoin: (system: Tx, tenantId: string) => Promise<number>
  /** Updates settings of the caller's organisation, and audits the changed ones. @returns whether any setting changed */
  changeSettings: (system: Tx, who: Identity, settings: TenantSettings, at: Date) => Promise<boolean>
}
