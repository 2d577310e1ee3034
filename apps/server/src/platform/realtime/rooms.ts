/**
 * Names of the Socket.IO rooms. Those of tenants, users and leads contain the tenant's id, so that a lead's id alone never gives access to
 * another tenant.
 */
export const rooms = {
  tenant: (tenantId: string) => `tenant:${tenantId}`,
  user: (tenantId: string, userId: string) => `user:${tenantId}:${userId}`,
  /** All sockets of a user, whether or not they have joined; used to disconnect a deactivated user. */
  member: (tenantId: string, userId: string) => `member:${tenantId}:${userId}`,
  session: (sessionId: string) => `session:${sessionId}`,
  lead: (tenantId: string, leadId: string) => `lead:${tenantId}:${leadId}`,
}
