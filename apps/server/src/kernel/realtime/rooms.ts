/** Rooms of real time. A tenant's id is in every name, so that a lead's id alone never leads into another tenant. */
export const rooms = {
  tenant: (tenantId: string) => `tenant:${tenantId}`,
  user: (tenantId: string, userId: string) => `user:${tenantId}:${userId}`,
  /** Every socket of a user, joined or not: where a switched-off user is cut off. */
  member: (tenantId: string, userId: string) => `member:${tenantId}:${userId}`,
  session: (sessionId: string) => `session:${sessionId}`,
  lead: (tenantId: string, leadId: string) => `lead:${tenantId}:${leadId}`,
}
