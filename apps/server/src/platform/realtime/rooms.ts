/**
 * Names of the Socket.IO rooms. The names for tenants, users and leads contain the tenant's id, so that knowing a lead's id gives no access
 * to another tenant's events.
 */
export const rooms = {
  tenant: (tenantId: string) => `tenant:${tenantId}`,
  user: (tenantId: string, userId: string) => `user:${tenantId}:${userId}`,
  /** All sockets of a user, also before the client has joined any room itself. Used to disconnect a deactivated user. */
  member: (tenantId: string, userId: string) => `member:${tenantId}:${userId}`,
  session: (sessionId: string) => `session:${sessionId}`,
  lead: (tenantId: string, leadId: string) => `lead:${tenantId}:${leadId}`,
}
