/** Returns the name of a lead for staff: a placeholder if neither name nor phone number is known, null if only the number is. */
export const getLeadDisplayName = (lead: { id: string; name: string | null; phone: string | null }): string | null =>
  lead.name ?? (lead.phone ? null : `Visitante ${lead.id.slice(-4)}`)
