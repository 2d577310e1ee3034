const UNIT =
  /\b(apartamento|unidade|bloco|torre|casa|sala|loja|lote|quadra|andar) ?(?:(?:n[o.]{0,2}|numero|:|#) ?)?(\d{1,5}[a-z]?|[a-z](?=\b))(?! ?(quartos?|andares|anos|mil))/g

/** Where in a building, out of a folded line: 'bloco B, apartamento 52'; null when none is named. */
export const unitIn = (folded: string): string | null => {
  const parts = [...folded.matchAll(UNIT)].map(([, kind, number]) => `${kind} ${number?.toUpperCase()}`)
  return parts.length > 0 ? parts.join(', ') : null
}

/** The line without its flats and blocks: what is left may hold a contract's number. */
export const withoutUnit = (folded: string): string => folded.replace(UNIT, ' ')
