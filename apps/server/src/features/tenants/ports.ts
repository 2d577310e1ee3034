import type { Tx } from '../../kernel/db/database.ts'
import type { tenants } from '../../kernel/db/schema/tenants.ts'
import type { Identity } from '../../kernel/http/identity.ts'

export type TenantRow = typeof tenants.$inferSelect

/** What an organisation decides about itself. */
export type TenantSettings = Partial<Pick<TenantRow, 'secondStep' | 'secondStepFrom' | 'retentionMonths' | 'fileMonths'>>

/** What others have done to organisations, all of it as the system; nobody else writes them. */
export interface Tenants {
  /** Makes one. `platform`: its staff manage all others. */
  add: (system: Tx, tenant: Pick<TenantRow, 'id' | 'name' | 'domain' | 'platform'>, at: Date) => Promise<TenantRow>
  /** Counts somebody who joins. @returns how many have, this one included */
  countJoin: (system: Tx, tenantId: string) => Promise<number>
  /** Changes settings of the asker's organisation, and records the ones that differ. Returns whether any did. */
  changeSettings: (system: Tx, who: Identity, settings: TenantSettings, at: Date) => Promise<boolean>
}
