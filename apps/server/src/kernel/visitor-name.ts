/** What staff read for a lead of whom neither name nor phone is known yet. */
export const visitorName = (lead: { id: string; name: string | null; phone: string | null }): string | null =>
  lead.name ?? (lead.phone ? null : `Visitante ${lead.id.slice(-4)}`)
