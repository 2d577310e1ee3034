/**
 * Returns the name under which users see a lead. Without name and phone number, returns a placeholder; with only a phone number, returns
 * null.
 */
export const getLeadDisplayName = (lead: { id: string; name: string | null; phone: string | null }): string | null =>
  lead.name ?? (lead.phone ? null : `Visitante ${lead.id.slice(-4)}`)
