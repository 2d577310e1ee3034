/** Returns the name under which users see a lead. Returns null if only the phone number is known, and a placeholder if nothing is. */
export const getLeadDisplayName = (lead: { id: string; name: string | null; phone: string | null }): string | null =>
  lead.name ?? (lead.phone ? null : `Visitante ${lead.id.slice(-4)}`)
