import type { Identity } from '../../platform/access/identity.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { tenants } from '../../platform/database/schema/organisation/tenants.ts'

export type TenantRow = typeof tenants.$inferSelect

/** Settings that an organisation may change itself. */
export type TenantSettings = Partial<Pick<TenantRow, 'secondStep' | 'secondStepFrom' | 'retentionMonths' | 'fileMonths'>>

/** Operations on organisations for other features, in system transactions. Only the tenants feature itself writes organisations. */
export interface Tenants {
  /** Creates an organisation. `platform`: whether it is the platform's own organisation, whose staff manage all others. */
  add: (systemTx: Tx, tenant: Pick<TenantRow, 'id' | 'name' | 'domain' | 'platform'>, now: Date) => Promise<TenantRow>
  /** Increments the number of users who have joined the organisation by invitation. @returns the new number */
  incrementJoinCount: (systemTx: Tx, tenantId: string) => Promise<number>
  /**
   * Updates settings of the requester's organisation, and writes the changed settings to the audit log. @returns whether any setting
   * changed
   */
  updateSettings: (systemTx: Tx, identity: Identity, settings: TenantSettings, now: Date) => Promise<boolean>
}
