/** Names of the Socket.IO rooms. Names contain the tenant id, so that another tenant's lead id gives no access to its events. */
export const rooms = {
  tenant: (tenantId: string) => `tenant:${tenantId}`,
  user: (tenantId: string, userId: string) => `user:${tenantId}:${userId}`,
  /** All sockets of a user, also before the client joins a room. Used to disconnect a deactivated user. */
  member: (tenantId: string, userId: string) => `member:${tenantId}:${userId}`,
  session: (sessionId: string) => `session:${sessionId}`,
  lead: (tenantId: string, leadId: string) => `lead:${tenantId}:${leadId}`,
}
