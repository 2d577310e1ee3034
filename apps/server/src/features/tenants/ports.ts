import type { Identity } from '../../platform/access/identity.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { tenants } from '../../platform/database/schema/organisation/tenants.ts'

export type TenantRow = typeof tenants.$inferSelect

/** Settings that the users of an organisation may change. */
export type TenantSettings = Partial<Pick<TenantRow, 'secondStep' | 'secondStepFrom' | 'retentionMonths' | 'fileMonths'>>

/** Functions of the organisations feature that other features call in system transactions. */
export interface Tenants {
  /** Creates an organisation. `platform`: whether it is the operator's own organisation, whose staff manage all others. */
  add: (systemTx: Tx, tenant: Pick<TenantRow, 'id' | 'name' | 'domain' | 'platform'>, now: Date) => Promise<TenantRow>
  /**
   * Increments the number of users who joined the organisation by invitation.
   * @returns the new number
   */
  incrementJoinCount: (systemTx: Tx, tenantId: string) => Promise<number>
  /**
   * Changes settings of the user's organisation.
   * @returns whether any setting changed
   */
  updateSettings: (systemTx: Tx, identity: Identity, settings: TenantSettings, now: Date) => Promise<boolean>
}
