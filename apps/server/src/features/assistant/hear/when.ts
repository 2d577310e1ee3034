import { TZDate } from '@date-fns/tz'
import { daysIn } from './day.ts'
import { hoursIn } from './hour.ts'

const FILLER =
  /\b(ao|tipo|pode|podia|poderia|ser|seria|as|a|o|no|na|nos|de|do|da|dia|entao|melhor|muda|mudar|mude|troca|trocar|remarca|remarcar|reagenda|reagendar|para|por|favor|sim|ok|beleza|prefiro|so|posso|consigo|eu|marca|marcar|vamos|quero|queria|fica|bom|otimo|perfeito|acho|que|na verdade|alias|ops|digo|quer dizer|e|em|vez|nao|la|umas|pelas|mais|tarde|vem|proxima|proximo|essa|esta|nessa|nesta|semana|da|seu|meu|voces|voce|ai|horario|horarios|mesm[oa]|visita|consulta|reuniao|conversa|certo|combinado|fechado|hoje|depois|antes|das|ate|partir|apos)\b/g

/** True when a folded line speaks of a day or an hour and of nothing else. */
export const isOnlyWhen = (folded: string, now: Date, timeZone: string): boolean => {
  const spans = [...daysIn(folded, now, timeZone), ...hoursIn(folded, false)]
  if (spans.length === 0) return false
  const rest = [...folded].map((letter, at) => (spans.some(({ start, end }) => at >= start && at < end) ? ' ' : letter)).join('')
  return rest.replace(FILLER, ' ').replace(/[^\p{L}\d]+/gu, '') === ''
}

/** 'Bom dia', 'Boa tarde' or 'Boa noite', by the clock of the time zone. */
export const greetingAt = (now: Date, timeZone: string): string => {
  const hour = new TZDate(now.getTime(), timeZone).getHours()
  if (hour >= 5 && hour < 12) return 'bom dia'
  return hour >= 12 && hour < 18 ? 'boa tarde' : 'boa noite'
}
